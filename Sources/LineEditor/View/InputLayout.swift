import Messages
import TerminalKit

/// The layout of a scene's prompt, line and hint, as far as they are near the cursor.
struct InputLayout {
  /// The distance of layout start points in long lines. The layout of a long line starts near the
  /// cursor, so that its cost does not grow with the length. The start moves in whole steps, so
  /// that typing rarely moves it.
  static let step = 32_768

  /// A row: the prompt or a part of it, and the UTF-8 range of the text behind it.
  private struct Row {
    var prompt = StyledText()
    /// The width of the prompt.
    var indent = 0
    var text: Range<Int>
    /// The width of the prompt and the text.
    var used = 0
    /// The bytes of blanks at the end that are behind the last column.
    var hanging = 0
  }

  private struct Start {
    var offset: Int
    /// Whether a line starts here. Otherwise its start is too far away.
    var isLineStart: Bool
  }

  private struct CursorContext {
    var rows: [Row]
    /// The position of the cursor; its row is an index into `rows`.
    var cursor: Frame.Position
    var reachesBeginning: Bool
    var reachesEnd: Bool
  }

  private let scene: EditorScene
  private let columns: Int
  private let catalog: MessageCatalog
  private let text: String
  private let cursor: Int

  init(_ scene: EditorScene, columns: Int, catalog: MessageCatalog) {
    self.scene = scene
    self.columns = columns
    self.catalog = catalog
    var text = scene.line.plain
    text.makeContiguousUTF8()
    self.text = text
    cursor = min(max(scene.cursor, 0), text.utf8.count)
  }

  /// Returns at most `height` rows around the cursor, and the position of the cursor in them. If
  /// rows are hidden, the first or last row says so, unless the cursor is in it.
  func visible(height: Int) -> (rows: [StyledText], cursor: Frame.Position) {
    let context = rowsAroundCursor(height: height)
    let top = min(max(context.cursor.row - height / 2, 0), max(context.rows.count - height, 0))
    let bottom = min(top + height, context.rows.count)
    let row = context.cursor.row - top
    var shown = context.rows[top..<bottom].map(content)
    let isMoreBelow = bottom < context.rows.count || !context.reachesEnd
    if !isMoreBelow {
      shown[shown.count - 1] += hint(width: columns - context.rows[bottom - 1].used)
    }
    if height > 2 {
      if top > 0 || !context.reachesBeginning, row > 0 { shown[0] = marker("… more above") }
      if isMoreBelow, row < shown.count - 1 { shown[shown.count - 1] = marker("… more below") }
    }
    return (shown, Frame.Position(row: row, column: context.cursor.column))
  }

  /// Returns the rows around the cursor that a window of `height` rows could show.
  private func rowsAroundCursor(height: Int) -> CursorContext {
    var home = start(before: cursor)
    var (rows, end) = lineRows(from: home, past: cursor, count: height)
    var position = cursorPosition(in: &rows)
    while position.row < height, home.isLineStart, home.offset > 0 {
      home = start(before: home.offset - 1)
      let line = lineRows(from: home, past: text.utf8.count, count: 1).rows
      rows = line + rows
      position.row += line.count
    }
    while rows.count - position.row <= height, let lineBreak = end, lineBreak < text.utf8.count {
      let next = Start(offset: lineBreak + 1, isLineStart: true)
      let line = lineRows(from: next, past: next.offset, count: height)
      rows += line.rows
      end = line.end
    }
    return CursorContext(
      rows: rows, cursor: position, reachesBeginning: home.isLineStart && home.offset == 0,
      reachesEnd: end == text.utf8.count)
  }

  /// Returns the position of the cursor. Behind a full row it is in the next one, which is added if
  /// necessary.
  private func cursorPosition(in rows: inout [Row]) -> Frame.Position {
    let row = rows.lastIndex { $0.text.lowerBound <= cursor } ?? 0
    let current = rows[row]
    let column =
      current.indent + DisplayWidth.of(text[index(current.text.lowerBound)..<index(cursor)])
    guard column >= columns else { return Frame.Position(row: row, column: column) }
    guard current.text.upperBound == cursor else {
      // The cursor is between the last character of a full row and a zero-width one.
      return Frame.Position(row: row, column: columns - 1)
    }
    rows.insert(Row(text: cursor..<cursor), at: row + 1)
    return Frame.Position(row: row + 1, column: 0)
  }

  /// Returns the start of the line that contains `offset`, or a point in the line near `offset`.
  private func start(before offset: Int) -> Start {
    let lowest = max(offset - 2 * Self.step, 0)
    let lineBreak = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes[lowest..<offset].lastIndex(of: UInt8(ascii: "\n"))
    }
    if case .some(.some(let found)) = lineBreak {
      return Start(offset: found + 1, isLineStart: true)
    }
    guard lowest > 0 else { return Start(offset: 0, isLineStart: true) }
    let near = index((offset / Self.step - 1) * Self.step)
    // Steps forward and back to the boundary of the character at `near`.
    let start = text.index(before: text.index(after: near))
    return Start(offset: text.utf8.distance(from: text.startIndex, to: start), isLineStart: false)
  }

  /// Returns the rows of a line from `start` to its end, or until `count` rows follow the one that
  /// contains `offset`. The end is nil if it was not reached.
  private func lineRows(
    from start: Start, past offset: Int, count: Int
  ) -> (rows: [Row], end: Int?) {
    var rows = promptRows(at: start)
    var current = rows.removeLast()
    var behind = 0
    while true {
      let from = current.text.upperBound
      var (end, used) = DisplayWidth.row(of: text, from: from, columns: columns - current.used)
      if scene.wrapsWords { wrap(from, &end, &used, &current) }
      current.text = current.text.lowerBound..<end
      current.used += used
      guard end < text.utf8.count, text.utf8[index(end)] != UInt8(ascii: "\n") else {
        return (rows + [current], end)
      }
      if end == from, current.used == 0 {
        // A wide character in a window of one column.
        current.text = from..<end + text[index(end)].utf8.count
        current.used = columns
      }
      rows.append(current)
      if current.text.lowerBound > offset { behind += 1 }
      if behind >= count { return (rows, nil) }
      current = Row(text: current.text.upperBound..<current.text.upperBound)
    }
  }

  /// Moves the end of a row behind the last blank in it, or behind the blanks that follow it.
  private func wrap(_ from: Int, _ end: inout Int, _ used: inout Int, _ row: inout Row) {
    let (bytes, blank) = (text.utf8, UInt8(ascii: " "))
    guard end > from, end < bytes.count else { return }
    let next = bytes[index(end)...]
    if next.first == blank {
      row.hanging = next.prefix { $0 == blank }.count
      end += row.hanging
    } else if next.first != UInt8(ascii: "\n"),
      let last = bytes[index(from)..<index(end)].lastIndex(of: blank)
    {
      end = bytes.distance(from: bytes.startIndex, to: last) + 1
      used = DisplayWidth.of(text[index(from)..<index(end)])
    }
  }

  /// Returns the rows of the prompt, at least one. The text continues in the last one.
  private func promptRows(at start: Start) -> [Row] {
    let none = start.offset..<start.offset
    guard start.isLineStart else { return [Row(text: none)] }
    let prompt = (start.offset == 0 ? scene.prompt : scene.continuation).oneLine
    let plain = prompt.plain
    var rows: [Row] = []
    var from = 0
    repeat {
      var (end, used) = DisplayWidth.row(of: plain, from: from, columns: columns)
      if end == from, !plain.isEmpty {
        let wide = plain.utf8.index(plain.startIndex, offsetBy: end)
        (end, used) = (end + plain[wide].utf8.count, columns)
      }
      let part = prompt.slice(from..<end).truncated(to: columns)
      rows.append(Row(prompt: part, indent: used, text: none, used: used))
      from = end
    } while from < plain.utf8.count
    return rows
  }

  private func content(of row: Row) -> StyledText {
    guard !row.text.isEmpty else { return row.prompt }
    let text = scene.line.slice(row.text.lowerBound..<row.text.upperBound - row.hanging)
    return row.prompt + (columns == 1 ? text.truncated(to: columns) : text)
  }

  /// Returns the part of the hint that fits into the row. More rows would make everything below
  /// jump with every key.
  private func hint(width: Int) -> StyledText {
    guard width > 0, !scene.hint.isEmpty else { return StyledText() }
    let lines = StyledText(scene.hint, scene.hintStyle).lines
    let first = lines.count > 1 ? lines[0] + StyledText("…", scene.hintStyle) : lines[0]
    return first.truncated(to: width)
  }

  private func marker(_ message: Message) -> StyledText {
    StyledText(message.text(in: catalog), .dim).truncated(to: columns)
  }

  private func index(_ offset: Int) -> String.Index {
    text.utf8.index(text.startIndex, offsetBy: offset)
  }
}
