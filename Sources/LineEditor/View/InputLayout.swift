/// Prompt and input broken into rows, as far as they are near the cursor.
import TerminalKit

/// The rows of a scene's prompt, line and hint in a window of some columns.
struct InputLayout {
  /// A line longer than this is laid out from a place near the cursor instead of from its beginning,
  /// so that its length costs nothing. The place moves by whole steps, so typing does not move it.
  static let step = 32_768

  /// One row: what leads it, such as the prompt, and the UTF-8 offsets of what follows.
  private struct Row {
    var prompt = StyledText()
    /// Columns of the lead.
    var indent = 0
    var text: Range<Int>
    /// Columns of both.
    var used = 0
  }

  private struct Start {
    var offset: Int
    /// Whether a line begins here; otherwise its beginning is too far away.
    var isLineStart: Bool
  }

  private struct CursorContext {
    var rows: [Row]
    /// Its row is the index in `rows`.
    var cursor: Frame.Position
    var reachesBeginning: Bool
    var reachesEnd: Bool
  }

  private let scene: EditorScene
  private let columns: Int
  private let text: String
  private let cursor: Int

  init(_ scene: EditorScene, columns: Int) {
    self.scene = scene
    self.columns = columns
    var text = scene.line.plain
    text.makeContiguousUTF8()
    self.text = text
    cursor = min(max(scene.cursor, 0), text.utf8.count)
  }

  /// The rows around the cursor, at most `height`, and where it stands in them. Where rows are left
  /// out and there is room, the first or the last one says so.
  func visible(height: Int) -> (rows: [StyledText], cursor: Frame.Position) {
    let near = rowsAroundCursor(height: height)
    let top = min(max(near.cursor.row - height / 2, 0), max(near.rows.count - height, 0))
    let bottom = min(top + height, near.rows.count)
    let row = near.cursor.row - top
    var shown = near.rows[top..<bottom].map(content)
    let isMoreBelow = bottom < near.rows.count || !near.reachesEnd
    if !isMoreBelow { shown[shown.count - 1] += hint(room: columns - near.rows[bottom - 1].used) }
    if height > 2 {
      if top > 0 || !near.reachesBeginning, row > 0 { shown[0] = marker("… more above") }
      if isMoreBelow, row < shown.count - 1 { shown[shown.count - 1] = marker("… more below") }
    }
    return (shown, Frame.Position(row: row, column: near.cursor.column))
  }

  /// As many rows as a window of `height` rows could show, whatever part of them it shows.
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

  /// Where the cursor stands. Behind a full row it stands in the next one, which is made if need be.
  private func cursorPosition(in rows: inout [Row]) -> Frame.Position {
    let row = rows.lastIndex { $0.text.lowerBound <= cursor } ?? 0
    let here = rows[row]
    let column =
      here.indent + DisplayWidth.of(text[index(here.text.lowerBound)..<index(cursor)])
    guard column >= columns else { return Frame.Position(row: row, column: column) }
    guard here.text.upperBound == cursor else {
      // Between a full row's last letter and one without a column of its own.
      return Frame.Position(row: row, column: columns - 1)
    }
    rows.insert(Row(text: cursor..<cursor), at: row + 1)
    return Frame.Position(row: row + 1, column: 0)
  }

  /// Where the line begins in which `offset` is, or a place near `offset` in it.
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
    // The letter around `near`: the one before the letter after it.
    let letter = text.index(before: text.index(after: near))
    return Start(offset: text.utf8.distance(from: text.startIndex, to: letter), isLineStart: false)
  }

  /// The rows of a line from `start` to its end, or until `count` more rows are behind the one with
  /// `offset`. The end is nil where it was not reached.
  private func lineRows(
    from start: Start, past offset: Int, count: Int
  ) -> (rows: [Row], end: Int?) {
    var rows = promptRows(at: start)
    var current = rows.removeLast()
    var behind = 0
    while true {
      let from = current.text.upperBound
      let (end, used) = DisplayWidth.row(of: text, from: from, columns: columns - current.used)
      current.text = current.text.lowerBound..<end
      current.used += used
      guard end < text.utf8.count, text.utf8[index(end)] != UInt8(ascii: "\n") else {
        return (rows + [current], end)
      }
      if end == from, current.used == 0 {
        // A wide letter in a window of one column.
        current.text = from..<end + text[index(end)].utf8.count
        current.used = columns
      }
      rows.append(current)
      if current.text.lowerBound > offset { behind += 1 }
      if behind >= count { return (rows, nil) }
      current = Row(text: current.text.upperBound..<current.text.upperBound)
    }
  }

  /// The rows of what stands in front of the line, at least one; the line goes on in the last.
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
    let text = scene.line.slice(row.text)
    return row.prompt + (columns == 1 ? text.truncated(to: columns) : text)
  }

  /// A hint never takes another row: it would come and go with the keys, and all below would jump.
  private func hint(room: Int) -> StyledText {
    guard room > 0, !scene.hint.isEmpty else { return StyledText() }
    let lines = StyledText(scene.hint, .dim).lines
    let first = lines.count > 1 ? lines[0] + StyledText("…", .dim) : lines[0]
    return first.truncated(to: room)
  }

  private func marker(_ text: String) -> StyledText {
    StyledText(text, .dim).truncated(to: columns)
  }

  private func index(_ offset: Int) -> String.Index {
    text.utf8.index(text.startIndex, offsetBy: offset)
  }
}
