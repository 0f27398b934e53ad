/// Brings a terminal from one frame to the next with few bytes.

/// Remembers what it has painted. Whoever drives it writes each answer at once and whole.
///
/// 1. `rows` is what the terminal shows from the frame's first row on, and below them is nothing;
///    nil where something else may have been written.
/// 2. Between two calls the cursor stands at `cursor`, it is visible, and no style is set.
/// 3. The terminal never wraps a row by itself, so a window of another width finds each row a line
///    of its own.
public struct FramePainter: Sendable {
  private var size: TerminalSize
  private var rows: [StyledText]?
  private var cursor = Frame.Position(row: 0, column: 0)
  private var cursorShape = CursorShape.normal

  public init(size: TerminalSize) {
    self.size = size
  }

  /// The bytes that turn what was painted last into `frame`. The first frame is painted from the
  /// beginning of the row in which the cursor stands; what is there and below is erased.
  public mutating func paint(_ frame: Frame, ansi: ANSI) -> String {
    var pen = pen(ansi)
    let old = rows ?? []
    let new = Array(frame.rows.prefix(max(size.rows, 1)))
    let changed = new.indices.filter { $0 >= old.count ? !new[$0].isEmpty : old[$0] != new[$0] }
    // The cursor would be seen running over the rows.
    let hidesCursor = changed.count > 2
    if hidesCursor { pen.showCursor(false) }
    if rows == nil {
      pen.move(to: Frame.Position(row: 0, column: 0))
      pen.eraseDown()
    }
    for row in changed {
      pen.move(toRow: row)
      pen.change(
        FrameRow(row < old.count ? old[row] : "", limit: pen.columns),
        to: FrameRow(new[row], limit: pen.columns))
    }
    if old.count > new.count {
      pen.move(to: Frame.Position(row: new.count, column: 0))
      pen.eraseDown()
    }
    pen.move(to: visible(frame.cursor, rows: new.count))
    if hidesCursor { pen.showCursor(true) }
    if frame.cursorShape != cursorShape { pen.shapeCursor(frame.cursorShape) }
    rows = new
    cursor = pen.position
    cursorShape = frame.cursorShape
    return pen.output
  }

  /// The bytes that put the cursor below the frame, which stays; the next frame begins there.
  public mutating func finish() -> String {
    var pen = pen(.plain)
    if let rows { pen.move(to: Frame.Position(row: max(rows.count, 1), column: 0)) }
    if cursorShape != .normal { pen.shapeCursor(.normal) }
    cursorShape = .normal
    forget()
    return pen.output
  }

  /// The bytes that take the frame away after the window got another size; the next frame is painted
  /// in its place. To be called before anything is written into the new window.
  public mutating func resize(to newSize: TerminalSize) -> String {
    let above = rowsAboveCursor(in: newSize)
    size = newSize
    guard rows != nil else { return "" }
    cursor.row = above
    rows = nil
    var pen = pen(.plain)
    pen.move(to: Frame.Position(row: 0, column: 0))
    pen.eraseDown()
    rows = []
    cursor = pen.position
    return pen.output
  }

  /// Something else has written: the next frame is painted where the cursor stands.
  public mutating func forget() {
    rows = nil
    cursor = Frame.Position(row: 0, column: 0)
  }

  /// A pen where the cursor stands. Its column is not known where something else has written; then
  /// it counts as behind the last one, so that a carriage return comes first.
  private func pen(_ ansi: ANSI) -> FramePen {
    let columns = max(size.columns, 1)
    let column = rows == nil ? columns : cursor.column
    return FramePen(
      at: Frame.Position(row: cursor.row, column: column), columns: columns, ansi: ansi)
  }

  private func visible(_ position: Frame.Position, rows: Int) -> Frame.Position {
    Frame.Position(
      row: min(max(position.row, 0), max(rows - 1, 0)),
      column: min(max(position.column, 0), max(size.columns, 1) - 1))
  }

  private func rowsAboveCursor(in newSize: TerminalSize) -> Int {
    guard newSize.columns != size.columns, let rows else { return cursor.row }
    let width = max(newSize.columns, 1)
    let shown = rows.prefix(cursor.row + 1).map { FrameRow($0, limit: max(size.columns, 1)) }
    return shown.prefix(cursor.row).reduce(0) { $0 + $1.height(wrappedAt: width) }
      + (shown.last?.wrappedRow(of: cursor.column, at: width) ?? 0)
  }
}
