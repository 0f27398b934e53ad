/// Computes the bytes that turn one frame on the screen into the next. The caller must write each
/// result at once and completely.
///
/// 1. `rows` is the content of the screen from the first row of the frame on, with nothing below.
///    It is nil if other output may have been written.
/// 2. Between calls the cursor is at `cursor`, it is visible unless `isCursorHidden`, and no style
///    is active.
/// 3. No row wraps by itself, so that after a resize each row is still a line of its own.
public struct FramePainter: Sendable {
  private var size: TerminalSize
  private var rows: [StyledText]?
  /// The cells of some of these rows.
  private var cells: [Int: FrameRow] = [:]
  private var cursor = Frame.Position(row: 0, column: 0)
  private var cursorShape = CursorShape.normal
  private var isCursorHidden = false

  public init(size: TerminalSize) { self.size = size }

  /// Returns the bytes that replace the last frame with `frame`. The first frame starts at the
  /// beginning of the cursor's row, and everything from there on is erased.
  public mutating func paint(_ frame: Frame, ansi: ANSI) -> String {
    var pen = pen(ansi)
    let old = rows ?? []
    if rows == nil { cells = [:] }
    let new = Array(frame.rows.prefix(max(size.rows, 1)))
    let changed = new.indices.filter { $0 >= old.count ? !new[$0].isEmpty : old[$0] != new[$0] }
    // A visible cursor would flicker over the rows.
    let hidesCursor = frame.isCursorHidden || changed.count > 2
    if hidesCursor, !isCursorHidden { pen.showCursor(false) }
    if rows == nil {
      pen.move(to: Frame.Position(row: 0, column: 0))
      pen.eraseDown()
    }
    for row in changed {
      pen.move(toRow: row)
      let before = cells[row] ?? FrameRow(row < old.count ? old[row] : "", limit: pen.columns)
      let after = FrameRow(new[row], limit: pen.columns)
      pen.overwrite(before, with: after)
      cells[row] = after
    }
    if old.count > new.count {
      pen.move(to: Frame.Position(row: new.count, column: 0))
      pen.eraseDown()
      for row in new.count..<old.count { cells[row] = nil }
    }
    pen.move(to: visible(frame.cursor, rows: new.count))
    if (hidesCursor || isCursorHidden) && !frame.isCursorHidden { pen.showCursor(true) }
    if frame.cursorShape != cursorShape { pen.shapeCursor(frame.cursorShape) }
    rows = new
    cursor = pen.position
    cursorShape = frame.cursorShape
    isCursorHidden = frame.isCursorHidden
    return pen.output
  }

  /// Returns the bytes that move rows up, or down if `count` is negative; empty rows follow them.
  /// The frame must begin in the first row of the window. Pictures in these rows move, too.
  public mutating func scroll(_ range: Range<Int>, by count: Int) -> String {
    guard var moved = rows, count != 0, range.upperBound <= moved.count,
      abs(count) < range.count
    else { return "" }
    let empty = Array(repeating: StyledText(), count: abs(count))
    let part = moved[range]
    moved.replaceSubrange(
      range, with: count > 0 ? part.dropFirst(count) + empty : empty + part.dropLast(-count))
    (rows, cells) = (moved, [:])
    // Setting the margins moves the cursor to the first cell.
    cursor = Frame.Position(row: 0, column: 0)
    return "\u{1B}[\(range.lowerBound + 1);\(range.upperBound)r"
      + "\u{1B}[\(abs(count))\(count > 0 ? "S" : "T")\u{1B}[r"
  }

  /// Returns the bytes that move the cursor below the frame. The next frame starts there.
  public mutating func finish() -> String {
    var pen = pen(.plain)
    if let rows { pen.move(to: Frame.Position(row: max(rows.count, 1), column: 0)) }
    if cursorShape != .normal { pen.shapeCursor(.normal) }
    cursorShape = .normal
    if isCursorHidden { pen.showCursor(true) }
    isCursorHidden = false
    forget()
    return pen.output
  }

  /// Returns the bytes that erase the frame after a resize. The next frame is painted in its place.
  /// Call this before writing anything else to the resized window. The terminal is expected to
  /// rewrap its lines, as nearly all do.
  public mutating func resize(to newSize: TerminalSize) -> String {
    let above = rowsAboveCursor(in: newSize)
    size = newSize
    guard rows != nil else { return "" }
    cursor.row = above
    rows = nil
    var pen = pen(.plain)
    pen.move(to: Frame.Position(row: 0, column: 0))
    pen.eraseDown()
    (rows, cells) = ([], [:])
    cursor = pen.position
    return pen.output
  }

  /// Forgets the screen content, because something else was written. The next frame starts at the
  /// cursor.
  public mutating func forget() {
    rows = nil
    cursor = Frame.Position(row: 0, column: 0)
  }

  /// Returns a pen at the cursor position. After other output the column is unknown. It then counts
  /// as past the last column, so that a carriage return comes first.
  private func pen(_ ansi: ANSI) -> FramePen {
    let columns = max(size.columns, 1)
    let column = rows == nil ? columns : cursor.column
    return FramePen(
      position: Frame.Position(row: cursor.row, column: column), columns: columns, ansi: ansi)
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
