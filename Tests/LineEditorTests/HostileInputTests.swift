import MarketTestSupport
import TerminalKit
import Testing

@testable import LineEditor

@Suite struct HostileInputTests {
  private static let texts = [
    "a", "b", " ", "-", "\"", "\\", "\n", "머", "ㄱ", "\u{1100}", "\u{1161}", "e", "\u{301}",
    "👨", "\u{200D}", "👧", "🏽", "🇰", "🇷", "\u{FE0F}", "\u{20E3}", "1", "東", "タ", "\u{FFFD}",
    "\u{0}", "\u{202E}", "\r", "\u{600}", "x y", "sell", "d", "w", "c", "p", "3", "f", ".", "u",
    "r", "/", "n",
  ]
  private static let codes: [Key.Code] = [
    .enter, .tab, .backspace, .delete, .insert, .escape, .up, .down, .left, .right, .home, .end,
    .pageUp, .pageDown, .function(1), .function(5),
  ]

  private static func input(_ generator: inout SeededGenerator) -> TerminalInput {
    let modifiers = Key.Modifiers(rawValue: UInt8.random(in: 0...7, using: &generator))
    switch Int.random(in: 0..<20, using: &generator) {
    case 0...7: return .key(.text(texts.randomElement(using: &generator) ?? "a"))
    case 8...11:
      let letters = "abcdefghijklmnopqrstuvwxyz@[\\]^_/"
      return .key(.control(String(letters.randomElement(using: &generator) ?? "a")))
    case 12, 13:
      let letters = ["b", "d", "y", "t", "u", ".", "/", "3", "<", "ㅁ"]
      return .key(.alt(letters.randomElement(using: &generator) ?? "b"))
    case 14...16: return .key(Key(codes.randomElement(using: &generator) ?? .enter))
    case 17: return .key(Key(codes.randomElement(using: &generator) ?? .enter, modifiers))
    case 18:
      return .paste((0..<3).compactMap { _ in texts.randomElement(using: &generator) }.joined())
    default: return .reply(.other)
    }
  }

  @Test(arguments: [KeyStyle.emacs, .vi])
  func `100,000 random keys keep the cursor at the edge of a letter`(style: KeyStyle) {
    var generator = SeededGenerator(seed: 7)
    var editor = LineEditor(history: ["list", "show 머그컵 👨‍👩‍👧", "sell \"a\nb\""], keys: style)
    for step in 0..<100_000 {
      for effect in editor.apply(Self.input(&generator)) {
        switch effect {
        case .accept(let line):
          if step.isMultiple(of: 10) { editor.history.add(line) }
          editor.restart()
        case .drop, .leave: editor.restart()
        default: break
        }
      }
      if editor.buffer.count > 200 { editor.restart() }
      let text = editor.text
      let index = text.utf8.index(text.startIndex, offsetBy: editor.cursor)
      guard String.Index(index, within: text) != nil else {
        Issue.record("step \(step): \(editor.cursor) in \(text.debugDescription)")
        return
      }
      if step.isMultiple(of: 20) {
        let scene = editor.shownScene
        #expect(scene.cursor <= scene.line.plain.utf8.count)
      }
    }
  }

  @Test func `undoing everything leads to the beginning, redoing everything to the end`() {
    var generator = SeededGenerator(seed: 11)
    let edits =
      "C-w C-k C-u C-y M-y C-t M-t M-u M-l M-c M-d <M-backspace> <backspace> <delete> C-a C-e M-b M-f"
      .split(separator: " ").map(String.init)
    for _ in 0..<50 {
      var editor = LineEditor("search 머그컵| \"Oak\"")
      for _ in 0..<40 {
        if Bool.random(using: &generator) {
          _ = editor.apply(.paste(Self.texts.randomElement(using: &generator) ?? "a"))
          editor.type("abc")
        } else {
          editor.type(edits.randomElement(using: &generator) ?? "C-a")
        }
      }
      let end = editor.text
      while editor.type("C-_") != [.bell] {}
      #expect(editor.text == "search 머그컵 \"Oak\"")
      while editor.type("M-/") != [.bell] {}
      #expect(editor.text == end)
    }
  }

  @Test func `an assistant with wrong offsets does no harm`() {
    struct Confused: EditorAssistant {
      func colored(_ line: String) -> StyledText { "other" }
      func hint(for line: String, history: some Sequence<String>) -> Hint? { Hint("", .grammar) }
      func completion(of line: String, at cursor: Int) -> Completion? {
        Completion(range: 1..<900, candidates: [Candidate("x")])
      }
      func isUnfinished(_ line: String) -> Bool { false }
      func commandCount(_ text: String) -> Int { 0 }
      func usage(of line: String, at cursor: Int) -> StyledText? { nil }
    }
    var editor = LineEditor(assistant: Confused(), history: History(), keys: .emacs)
    editor.type("머그컵 <tab>")
    // The range begins inside a letter, which is taken whole.
    #expect(editor.text == "x ")
    let scene = editor.shownScene
    #expect(scene.line.plain == "other" && scene.cursor <= 5 && scene.hint.isEmpty)
  }
}
