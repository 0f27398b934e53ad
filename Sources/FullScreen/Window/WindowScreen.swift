import MarketRender
import Messages
import TerminalKit

/// The contents of a window: lines of text, and the places of pictures.
struct WindowScreen: Hashable, Sendable {
  /// The smallest size of a window that can be used.
  static let minimumSize = TerminalSize(columns: 40, rows: 10)

  var frame: Frame
  /// The places of pictures; lines count from the top of the window.
  var slots: [PictureSlot] = []

  static func isTooSmall(_ size: TerminalSize) -> Bool {
    size.columns < minimumSize.columns || size.rows < minimumSize.rows
  }

  static func tooSmall(_ viewport: Viewport, rows: Int) -> WindowScreen {
    let text = viewport.text(
      "The window is too small: at least \(minimumSize.columns) × \(minimumSize.rows). Esc leaves.")
    let lines = Wrapping(width: viewport.columns ?? 1).lines(text).prefix(max(rows, 1))
    return WindowScreen(frame: Frame(hidingCursor: Array(lines)))
  }

  /// The screen with spaces up to the end of each slot: a shorter line would erase the picture.
  func padded() -> WindowScreen {
    var screen = self
    for slot in slots {
      for line in slot.line..<slot.line + slot.rows where line < frame.rows.count {
        screen.frame.rows[line] = screen.frame.rows[line].padded(to: slot.column + slot.columns)
      }
    }
    return screen
  }

  /// As many hints as fit; the last two say where all keys are and how to leave.
  static func hints(_ parts: [Message], _ viewport: Viewport, width: Int) -> StyledText {
    let theme = viewport.theme
    let separator = StyledText(" · ", theme.quiet)
    let texts = parts.map { viewport.text($0, theme.quiet) }
    var shown = Array(texts.suffix(2))
    var used = shown.reduce(0) { $0 + $1.width } + separator.width
    guard used <= width else { return shown[shown.count - 1] }
    for (index, text) in texts.dropLast(2).enumerated() {
      used += text.width + separator.width
      if used > width { break }
      shown.insert(text, at: index)
    }
    return shown.joined(separator: separator)
  }
}

extension Frame {
  /// Rows without a cursor.
  init(hidingCursor rows: [StyledText]) {
    self.init(rows: rows, cursor: Position(row: 0, column: 0), isCursorHidden: true)
  }
}
