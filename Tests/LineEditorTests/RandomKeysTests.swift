/// Editor, view and painter together: whatever is typed, the screen shows what a fresh drawing would.
import MarketTestSupport
import TerminalKit
import Testing

@testable import LineEditor

@Suite struct RandomKeysTests {
  /// A window and the keys that are typed into it.
  struct Session: Sendable {
    let seed: UInt64
    let style: KeyStyle
    let columns: Int
    let rows: Int
  }

  private static let keysEach = 12_500
  private static let sessions = [
    Session(seed: 1, style: .emacs, columns: 20, rows: 4),
    Session(seed: 2, style: .emacs, columns: 30, rows: 3),
    Session(seed: 3, style: .emacs, columns: 12, rows: 8),
    Session(seed: 4, style: .emacs, columns: 3, rows: 2),
    Session(seed: 5, style: .vi, columns: 20, rows: 4),
    Session(seed: 6, style: .vi, columns: 40, rows: 5),
    Session(seed: 7, style: .vi, columns: 9, rows: 3),
    Session(seed: 8, style: .vi, columns: 2, rows: 1),
  ]

  @Test(arguments: sessions)
  func `100,000 random keys, and after each the screen is right`(_ session: Session) {
    var generator = SeededGenerator(seed: session.seed)
    var editor = LineEditor(
      history: ["list", "show 머그컵 👨‍👩‍👧", "sell \"a\nb\""], keys: session.style)
    var screen = ScreenModel(columns: session.columns, rows: session.rows)
    var painter = FramePainter(size: screen.size)
    for step in 0..<Self.keysEach {
      let input = RandomInput.next(&generator).withTonesOnPictures
      let effects = editor.apply(input)
      if editor.buffer.count > 120 || effects.contains(where: \.endsLine) {
        screen.write(painter.finish())
        editor.restart()
      }
      let scene = editor.scene(prompt: "market> ", continuation: "  ...> ")
      let frame = EditorView.frame(of: scene, in: screen.size)
      let bytes = painter.paint(frame, ansi: ScreenModel.ansi)
      // No key, no byte: what nobody sees is not written.
      if bytes.isEmpty { continue }
      screen.write(bytes)
      let found = screen.differences(from: frame)
      guard found == [] else {
        Issue.record("step \(step), \(input): \(found)\n\(bytes.debugDescription)")
        return
      }
    }
  }
}

extension TerminalInput {
  /// A skin tone without a picture is drawn in two columns, in one or joined to what is before it,
  /// as each terminal likes; there is no right screen.
  fileprivate var withTonesOnPictures: TerminalInput {
    switch self {
    case .key(let key):
      if case .text("🏽") = key.code { .key(Key(.text("👧🏽"), key.modifiers)) } else { self }
    case .paste(let text): .paste(text.unicodeScalars.map { $0 == "🏽" ? "👧🏽" : "\($0)" }.joined())
    case .reply: self
    }
  }
}

extension EditorEffect {
  /// Whether the line is done with.
  fileprivate var endsLine: Bool {
    switch self {
    case .accept, .drop, .leave: true
    default: false
    }
  }
}
