import TerminalKit
import Testing

@testable import LineEditor

@Suite(.timeLimit(.minutes(60))) struct HintTests {
  private static let history = [
    "remove 5", "open photos/oak.jpg", "search oak", "search mug", "show 1\nshow 2",
  ]

  @Test(
    "a hint is shown behind the end of a typed line",
    arguments: [
      ("se", "arch mug"), ("search <space> o", "ak"),
      ("sell", " --price <amount>"), ("remove", ""),
      ("show", " <listing>"), ("se <left>", ""),
      ("sex <backspace>", ""), ("sex <backspace> a", "rch mug"),
      ("se <esc>", ""), ("se <esc> a", "rch mug"),
      ("se <left> <right>", "arch mug"), ("se <up>", ""),
      ("se <up> <down>", ""), ("se <tab>", ""),
      ("se <tab> <esc>", "arch mug"), ("search C-_", ""),
      ("C-r se", ""), ("zzz", ""),
      ("<enter>", ""), ("search <enter>", ""),
    ])
  func shows(keys: String, expected: String) {
    var editor = LineEditor(history: Self.history)
    editor.type(keys)
    #expect(editor.shownScene.hint == expected)
  }

  @Test func `a hint stays while it matches, even if a newer one exists`() {
    var editor = LineEditor(history: Self.history)
    editor.type("search <space> o")
    #expect(editor.shownScene.hint == "ak")
    editor.history.add("search oak --max 5")
    editor.type("a")
    #expect(editor.shownScene.hint == "k")
    editor.type("k")
    #expect(editor.shownScene.hint == " --max 5")
  }

  @Test(
    "keys accept the whole hint, or a word of it",
    arguments: [
      ("se <right>", "search mug|"), ("se <end>", "search mug|"),
      ("se C-e", "search mug|"), ("se C-f", "search mug|"),
      ("se M-f", "search|"), ("se M-f M-f", "search mug|"),
      ("ope <C-right> <C-right>", "open photos|"),
      ("ope <C-right> <C-right> <C-right>", "open photos/oak|"),
      ("ope <C-right> <C-right> <C-right> <C-right>", "open photos/oak.jpg|"),
      ("sell <right>", "sell --price |"), ("sell M-f", "sell --price|"),
      ("show <right>", "show |"), ("se <left> <right> <right>", "search mug|"),
      ("se <enter>", "se|"), ("se <right> C-_", "se|"),
      ("se <tab> <right>", "se|"),
    ])
  func takes(keys: String, expected: String) {
    var editor = LineEditor(history: Self.history)
    editor.type(keys)
    #expect(editor.marked == expected)
  }

  @Test func `Enter runs the typed text without the hint`() {
    var editor = LineEditor(history: Self.history)
    #expect(editor.type("se <enter>") == [.accept("se")])
    #expect(editor.shownScene.hint.isEmpty)
  }

  @Test func `Shift-Delete deletes the hinted line and shows the next one`() {
    var editor = LineEditor(history: Self.history)
    #expect(editor.type("sea <S-delete>") == [.forget("search mug")])
    #expect(editor.shownScene.hint == "rch oak")
    #expect(!editor.history.entries.contains("search mug"))
  }

  @Test func `Shift-Delete does not delete a grammar hint`() {
    var editor = LineEditor(history: [])
    #expect(editor.type("sell <S-delete>") == [.bell])
    #expect(editor.marked == "sell|")
  }

  @Test func `a long line has no highlighting, hints or candidates`() {
    let long = "search " + String(repeating: "x", count: EditBuffer.featureLimit)
    var editor = LineEditor(history: [long + " end"])
    _ = editor.apply(.paste(long))
    #expect(editor.shownScene.hint.isEmpty)
    #expect(editor.shownScene.line == StyledText(long))
    #expect(editor.type("C-a <tab>") == [.bell])
  }
}
