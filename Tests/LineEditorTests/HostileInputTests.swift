import MarketTestSupport
import TerminalKit
import Testing

@testable import LineEditor

@Suite(.timeLimit(.minutes(60))) struct HostileInputTests {
  @Test(arguments: [KeyStyle.emacs, .vi])
  func `20,000 random keys keep the cursor at a grapheme cluster boundary`(style: KeyStyle) {
    var generator = SeededGenerator(seed: 7)
    var editor = LineEditor(history: ["list", "show 머그컵 👨‍👩‍👧", "sell \"a\nb\""], keys: style)
    for step in 0..<20_000 {
      for effect in editor.apply(RandomInput.next(&generator)) {
        switch effect {
        case .accept(let line):
          if step.isMultiple(of: 10) { editor.history.add(line) }
          editor.restart()
        case .discardLine, .exit: editor.restart()
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

  @Test func `undoing all changes restores the first text, and redoing all the last one`() {
    var generator = SeededGenerator(seed: 11)
    let edits =
      "C-w C-k C-u C-y M-y C-t M-t M-u M-l M-c M-d <M-backspace> <backspace> <delete> C-a C-e M-b M-f"
      .split(separator: " ").map(String.init)
    for _ in 0..<50 {
      var editor = LineEditor("search 머그컵| \"Oak\"")
      for _ in 0..<40 {
        if Bool.random(using: &generator) {
          _ = editor.apply(.paste(RandomInput.texts.randomElement(using: &generator) ?? "a"))
          editor.type("abc")
        } else {
          editor.type(edits.randomElement(using: &generator) ?? "C-a")
        }
      }
      let end = editor.text
      // Each edit can be undone in at most a few steps.
      #expect((0..<1000).contains { _ in editor.type("C-_") == [.bell] })
      #expect(editor.text == "search 머그컵 \"Oak\"")
      #expect((0..<1000).contains { _ in editor.type("M-/") == [.bell] })
      #expect(editor.text == end)
    }
  }

  @Test func `an assistant with wrong offsets does no harm`() {
    struct WrongAssistant: EditorAssistant {
      func colored(_ line: String) -> StyledText { "other" }
      func hint(for line: String, history: some Sequence<String>) -> Hint? { Hint("", .grammar) }
      func completion(of line: String, at cursor: Int) -> Completion? {
        Completion(range: 1..<900, candidates: [Candidate("x")])
      }
      func isUnfinished(_ line: String) -> Bool { false }
      func commandCount(_ text: String) -> Int { 0 }
      func usage(of line: String, at cursor: Int) -> StyledText? { nil }
    }
    var editor = LineEditor(assistant: WrongAssistant(), history: History(), keys: .emacs)
    editor.type("머그컵 <tab>")
    // The range starts inside a character, which is replaced completely.
    #expect(editor.text == "x ")
    let scene = editor.shownScene
    #expect(scene.line.plain == "other" && scene.cursor <= 5 && scene.hint.isEmpty)
  }
}
