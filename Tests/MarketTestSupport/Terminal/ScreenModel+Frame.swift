public import TerminalKit
public import Testing

extension ScreenModel {
  /// An encoder with all features, so that the screen distinguishes all styles.
  public static let ansi = ANSI(color: .trueColor, attributes: true, hyperlinks: true)

  /// Describes the differences between the screen and `frame`; empty if there are none.
  ///
  /// The position of the frame follows from the cursor. Nothing may be below it.
  public func differences(from frame: Frame, ansi: ANSI = Self.ansi) -> [String] {
    var result = problems
    let top = cursor.row - frame.cursor.row
    var expected = ScreenModel(columns: size.columns, rows: max(frame.rows.count, 1))
    expected.write(frame.rows.map { ansi.encode($0) }.joined(separator: "\r\n"))
    result += expected.problems.map { "drawn aexpected: \($0)" }
    guard top >= 0, top + frame.rows.count <= size.rows else {
      return result + ["the frame is not on the screen: its first row is \(top)"]
    }
    for row in 0..<size.rows - top {
      let expectedLine = row < expected.size.rows ? expected.grid[row] : Line()
      let found = grid[top + row]
      guard found.cells != expectedLine.cells,
        Self.visibleCells(found) != Self.visibleCells(expectedLine)
      else { continue }
      result.append(
        "row \(row) shows \(found.text.debugDescription), not \(expectedLine.text.debugDescription)"
      )
    }
    if cursor.column != frame.cursor.column || isWaitingToWrap {
      result.append("the cursor is in column \(cursor.column), not \(frame.cursor.column)")
    }
    if !isCursorVisible { result.append("the cursor is hidden") }
    if style != .plain { result.append("a style is left on") }
    return result
  }

  /// Records an issue if the screen does not show `frame`.
  public func expect(
    showing frame: Frame, ansi: ANSI = Self.ansi, _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = differences(from: frame, ansi: ansi)
    #expect(found == [], comment, sourceLocation: sourceLocation)
  }

  /// The visible cells of a line: a written space equals an unwritten cell.
  private static func visibleCells(_ line: Line) -> [Cell] {
    var cells = line.cells.map { $0 ?? Cell(text: " ", style: .plain) }
    while cells.last == Cell(text: " ", style: .plain) { cells.removeLast() }
    return cells
  }
}
