public import TerminalKit

extension ScreenModel {
  /// Resizes the window and rewraps its lines, as most terminals do.
  public mutating func resize(to newSize: TerminalSize) {
    guard normal.isEmpty else { return resizeAlternate(to: newSize) }
    var all = scrollback + grid
    var row = scrollback.count + cursor.row
    var column = isWaitingToWrap ? cursor.column + 1 : cursor.column
    // Empty lines at the bottom come from the window, not from output.
    while all.count - 1 > row, all[all.count - 1].cells.isEmpty { all.removeLast() }
    if newSize.columns != size.columns {
      (all, row, column) = Self.wrapped(all, cursor: (row, column), columns: newSize.columns)
    }
    let first = min(max(all.count - newSize.rows, 0), row)
    scrollback = Array(all[..<first])
    grid = Array(all[first...].prefix(newSize.rows))
    while grid.count < newSize.rows { grid.append(Line()) }
    size = newSize
    isWaitingToWrap = false
    canJoinPrevious = false
    cursor = Frame.Position(row: row - first, column: min(column, newSize.columns - 1))
  }

  /// Cuts the alternate screen, and rewraps the normal one below it.
  private mutating func resizeAlternate(to newSize: TerminalSize) {
    normal[0].resize(to: newSize)
    margins = nil
    size = newSize
    grid = grid.prefix(newSize.rows).map { Self.cut($0, to: newSize.columns) }
    while grid.count < newSize.rows { grid.append(Line()) }
    isWaitingToWrap = false
    canJoinPrevious = false
    move(row: cursor.row, column: cursor.column)
  }

  /// Truncates a line.
  ///
  /// A wide character across the edge is removed.
  static func cut(_ line: Line, to columns: Int) -> Line {
    var cells = Array(line.cells.prefix(columns))
    if line.isContinuation(columns) { cells[columns - 1] = nil }
    return Line(cells)
  }

  /// Rewraps the lines to `columns` and returns them with the new cursor position.
  ///
  /// The cursor stays on its character, or behind the last one of its line.
  private static func wrapped(
    _ lines: [Line], cursor: (row: Int, column: Int), columns: Int
  ) -> ([Line], Int, Int) {
    var result: [Line] = []
    var position = (row: 0, column: 0)
    var cells: [Cell?] = []
    var cursorIndex: Int?
    for (row, line) in lines.enumerated() {
      if row == cursor.row { cursorIndex = cells.count + cursor.column }
      cells += line.cells
      if line.isWrapped, row + 1 < lines.count { continue }
      let (rows, found) = rows(of: cells, columns: columns, cursorIndex: cursorIndex)
      if let found { position = (result.count + found.row, found.column) }
      result += rows
      cells = []
      cursorIndex = nil
    }
    return (result, position.row, position.column)
  }

  private static func rows(
    of cells: [Cell?], columns: Int, cursorIndex: Int?
  ) -> ([Line], (row: Int, column: Int)?) {
    var rows = [Line()]
    var used = 0
    var position: (row: Int, column: Int)?
    for (index, cell) in cells.enumerated() where cell?.text.isEmpty != true {
      let isWide = index + 1 < cells.count && cells[index + 1]?.text.isEmpty == true
      let width = isWide ? 2 : 1
      if used + width > columns, used > 0 {
        rows[rows.count - 1].isWrapped = true
        rows.append(Line())
        used = 0
      }
      if index == cursorIndex { position = (rows.count - 1, used) }
      for half in 0..<min(width, columns) {
        rows[rows.count - 1][used + half] = cells[index + half]
      }
      used += width
    }
    if let cursorIndex, position == nil {
      position = (rows.count - 1, used + max(cursorIndex - cells.count, 0))
    }
    return (rows, position)
  }
}
