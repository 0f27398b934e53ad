import MarketTestSupport
import TerminalKit
import Testing

@testable import LineEditor

@Suite(.timeLimit(.minutes(60))) struct RandomKeysTests {
  /// A window size, a key style and the seed of the keys.
  struct Session: Sendable {
    let seed: UInt64
    let style: KeyStyle
    let columns: Int
    let rows: Int
  }

  private static let keysEach = 2_500
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
  func `the screen is correct after each of 20,000 random keys`(_ session: Session) {
    var generator = SeededGenerator(seed: session.seed)
    var editor = LineEditor(
      history: ["list", "show 머그컵 👨‍👩‍👧", "sell \"a\nb\""], keys: session.style)
    var screen = ScreenModel(columns: session.columns, rows: session.rows)
    var painter = FramePainter(size: screen.size)
    for step in 0..<Self.keysEach {
      let input = RandomInput.next(&generator).withSkinTonesOnEmoji
      let effects = editor.apply(input)
      if editor.buffer.count > 120 || effects.contains(where: \.endsLine) {
        screen.write(painter.finish())
        editor.restart()
      }
      let scene = editor.scene(prompt: "market> ", continuation: "  ...> ")
      let frame = EditorView.frame(of: scene, in: screen.size)
      let bytes = painter.paint(frame, ansi: ScreenModel.ansi)
      // An unchanged frame writes no bytes.
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
  /// Adds an emoji to a lone skin tone, which terminals draw in different ways.
  fileprivate var withSkinTonesOnEmoji: TerminalInput {
    switch self {
    case .key(let key):
      if case .text("🏽") = key.code { .key(Key(.text("👧🏽"), key.modifiers)) } else { self }
    case .paste(let text): .paste(text.unicodeScalars.map { $0 == "🏽" ? "👧🏽" : "\($0)" }.joined())
    case .reply, .mouse: self
    }
  }
}

extension EditorEffect {
  /// Whether the effect ends the line.
  fileprivate var endsLine: Bool {
    switch self {
    case .accept, .discardLine, .exit: true
    default: false
    }
  }
}
