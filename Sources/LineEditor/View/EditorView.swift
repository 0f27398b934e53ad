/// Lays a prompt out for a window: what the editor shows, as rows of the screen.
public import TerminalKit

/// From a scene to a frame that fits the window.
///
/// 1. No frame is higher or wider than its window, and the cursor is in it. What is above the prompt
///    and the menu have a third of the rows each; the input has what is left, one row at least.
/// 2. It depends on the scene and the size alone, so nothing creeps about from key to key: the
///    input is scrolled around the cursor, the menu by pages, and widths come from all candidates.
/// 3. Its cost grows with the window, not with the input or the number of candidates.
public enum EditorView {
  /// The rows of `scene` in a window of `size`.
  public static func frame(of scene: EditorScene, in size: TerminalSize) -> Frame {
    let columns = max(size.columns, 1)
    let height = max(size.rows, 1)
    var room = height - 1
    let status = [scene.status].compactMap { $0?.oneLine.truncated(to: columns) }.prefix(room)
    room -= status.count
    let menuHeight = min(MenuLayout.most, height / 3, room)
    let menu =
      scene.menu.map { MenuLayout.rows(of: $0, columns: columns, height: menuHeight) } ?? []
    room -= menu.count
    let above = scene.above.flatMap { Wrapping(width: columns).lines($0) }
      .prefix(min(height / 3, room)).map { $0.truncated(to: columns) }
    let input = InputLayout(scene, columns: columns).visible(
      height: height - status.count - menu.count - above.count)
    return Frame(
      rows: above + input.rows + status + menu,
      cursor: Frame.Position(row: above.count + input.cursor.row, column: input.cursor.column),
      cursorShape: scene.cursorShape)
  }
}

extension StyledText {
  /// The text with a blank in place of each line break.
  var oneLine: StyledText { lines.joined(separator: " ") }

  /// The part in `range`, UTF-8 offsets into the plain text at edges of letters.
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
