public import Messages
public import TerminalKit

/// The layout of a scene as a frame.
///
/// 1. A frame is not larger than its window and contains the cursor. The lines above the prompt and
///    the menu have at most a third of the rows each; the input has the rest, at least one row.
/// 2. The layout depends only on the scene and the size, so nothing moves from key to key: the
///    input scrolls around the cursor, the menu scrolls by pages, and column widths consider all
///    candidates.
/// 3. The cost grows with the window, not with the length of the input or the number of candidates.
public enum EditorView {
  /// Returns the frame of `scene` in a window of `size`, with the editor's own texts in the language
  /// of `catalog`.
  public static func frame(
    of scene: EditorScene, in size: TerminalSize, catalog: MessageCatalog = .english
  ) -> Frame {
    let columns = max(size.columns, 1)
    let height = max(size.rows, 1)
    var available = height - 1
    let status = [scene.status].compactMap { $0.map { text($0, catalog).truncated(to: columns) } }
      .prefix(available)
    available -= status.count
    let menuHeight = min(MenuLayout.maximumHeight, height / 3, available)
    let menu =
      scene.menu.map {
        MenuLayout.rows(of: $0, columns: columns, height: menuHeight, catalog: catalog)
      } ?? []
    available -= menu.count
    let above = scene.above.flatMap { Wrapping(width: columns).lines($0) }
      .prefix(min(height / 3, available)).map { $0.truncated(to: columns) }
    let input = InputLayout(scene, columns: columns, catalog: catalog).visible(
      height: height - status.count - menu.count - above.count)
    return Frame(
      rows: above + input.rows + status + menu,
      cursor: Frame.Position(row: above.count + input.cursor.row, column: input.cursor.column),
      cursorShape: scene.cursorShape)
  }

  private static func text(_ message: Message, _ catalog: MessageCatalog) -> StyledText {
    message.pieces(in: catalog).reduce(into: StyledText()) { text, piece in
      text.append(piece.text, piece.emphasis == .quiet ? .dim : .plain)
    }.oneLine
  }
}

extension StyledText {
  /// The text with a space in place of each line break.
  var oneLine: StyledText { lines.joined(separator: " ") }

  /// Returns the text in `range`, in UTF-8 offsets into the plain text at grapheme cluster
  /// boundaries.
  func slice(_ range: Range<Int>) -> StyledText {
    var result = StyledText()
    var start = 0
    for fragment in fragments {
      let text = fragment.text
      let end = start + text.utf8.count
      if end > range.lowerBound, start < range.upperBound {
        let first = max(range.lowerBound - start, 0)
        let last = min(range.upperBound, end) - start
        let lower = text.utf8.index(text.startIndex, offsetBy: first)
        let upper = text.utf8.index(text.startIndex, offsetBy: last)
        result.append(String(text[lower..<upper]), fragment.style)
      }
      start = end
      if start >= range.upperBound { break }
    }
    return result
  }
}
