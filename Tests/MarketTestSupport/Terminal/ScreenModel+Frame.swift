/// Whether a screen shows a frame, however it came to.
public import TerminalKit
public import Testing

extension ScreenModel {
  /// Understands every color and link, so a screen written with it tells all styles apart.
  public static let ansi = ANSI(color: .trueColor, attributes: true, hyperlinks: true)

  /// What differs between the screen and `frame` drawn afresh row by row; empty where nothing does.
  /// The frame ends where the cursor's row says so, below it nothing may stand.
  public func differences(from frame: Frame, ansi: ANSI = Self.ansi) -> [String] {
    var result = problems
    let top = cursor.row - frame.cursor.row
    var fresh = ScreenModel(columns: size.columns, rows: max(frame.rows.count, 1))
    fresh.write(frame.rows.map { ansi.encode($0) }.joined(separator: "\r\n"))
    result += fresh.problems.map { "drawn afresh: \($0)" }
    guard top >= 0, top + frame.rows.count <= size.rows else {
      return result + ["the frame is not on the screen: its first row is \(top)"]
    }
    for row in 0..<size.rows - top {
      let wanted = row < fresh.size.rows ? fresh.grid[row] : Line()
      let found = grid[top + row]
      guard found.cells != wanted.cells, Self.visibleCells(found) != Self.visibleCells(wanted)
      else { continue }
      result.append(
        "row \(row) shows \(found.text.debugDescription), not \(wanted.text.debugDescription)")
    }
    if cursor.column != frame.cursor.column || isWaitingToWrap {
      result.append("the cursor is in column \(cursor.column), not \(frame.cursor.column)")
    }
    if !isCursorVisible { result.append("the cursor is hidden") }
    if style != .plain { result.append("a style is left on") }
    return result
  }

  /// Fails where the screen does not show `frame`.
  public func expect(
    showing frame: Frame, ansi: ANSI = Self.ansi, _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = differences(from: frame, ansi: ansi)
    #expect(found == [], comment, sourceLocation: sourceLocation)
  }

  /// A line as it is seen: a blank that was written looks like one that was not.
  private static func visibleCells(_ line: Line) -> [Cell] {
    var cells = line.cells.map { $0 ?? Cell(text: " ", style: .plain) }
    while cells.last == Cell(text: " ", style: .plain) { cells.removeLast() }
    return cells
  }
}
