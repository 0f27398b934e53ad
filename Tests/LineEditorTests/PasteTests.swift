import Messages
import TerminalKit
import Testing

@testable import LineEditor

@Suite(.timeLimit(.minutes(60))) struct PasteTests {
  @Test(
    "a paste is inserted at the cursor and never runs",
    arguments: [
      ("sea|x", "rch oak", "search oak|x"), ("|", "list\n", "list|"),
      ("|", "list\nshow 1\n", "list\nshow 1|"), ("|", "a\r\nb\rc\r\n", "a\nb\nc|"),
      ("x|", "\n\n", "x|"), ("x|", "", "x|"),
      ("e|x", "\u{301}", "e\u{301}|x"), ("👨|👧", "\u{200D}", "👨\u{200D}👧|"),
      ("|", "머그컵", "머그컵|"),
    ])
  func pastes(line: String, pasted: String, expected: String) {
    var editor = LineEditor(line)
    #expect(editor.apply(.paste(pasted)) == [])
    #expect(editor.marked == expected)
  }

  @Test func `the count of pasted commands is shown until the text changes`() {
    var editor = LineEditor()
    _ = editor.apply(.paste("list\nshow 1\nshow 2\n"))
    let expected = "3 commands pasted; Enter runs them, Ctrl-C drops them"
    #expect(editor.shownScene.status?.english == expected)
    editor.type("<left>")
    #expect(editor.shownScene.status?.english == expected)
    editor.type("x")
    #expect(editor.shownScene.status == nil)
    #expect(editor.type("C-_ <enter>") == [.accept("list\nshow 1\nshow 2")])
  }

  @Test func `a single pasted command has no count`() {
    var editor = LineEditor()
    _ = editor.apply(.paste("list"))
    #expect(editor.shownScene.status == nil)
  }

  @Test func `a paste is undone as a whole, separately from typed text`() {
    var editor = LineEditor()
    editor.type("ab")
    _ = editor.apply(.paste("cd ef"))
    editor.type("gh C-_ C-_")
    #expect(editor.marked == "ab|")
  }

  @Test func `a paste that exceeds the longest line is rejected`() {
    var editor = LineEditor("ab|")
    let large = String(repeating: "x", count: EditBuffer.byteLimit)
    #expect(editor.apply(.paste(large)) == [.bell])
    #expect(editor.text == "ab")
    #expect(editor.shownScene.status != nil)
    editor.type("c")
    #expect(editor.marked == "abc|")
    #expect(editor.shownScene.status == nil)
  }

  @Test func `replies of the terminal insert no text`() {
    var editor = LineEditor("ab|")
    #expect(editor.apply(.reply(.cursor(row: 1, column: 2))) == [])
    #expect(editor.marked == "ab|")
  }
}

@Suite(.timeLimit(.minutes(60))) struct SceneTests {
  @Test(
    "the cursor offset counts escaped control characters",
    arguments: ["ab|c", "a\u{1B}[31m|b", "\t|x", "\u{1}\u{2}|", "머\u{7}|그", "a\u{202E}b|c"])
  func cursorOffset(marked: String) {
    var editor = LineEditor(marked)
    let scene = editor.shownScene
    let before = String(decoding: scene.line.plain.utf8.prefix(scene.cursor), as: UTF8.self)
    #expect(before == StyledText(String(marked.prefix { $0 != "|" })).plain)
  }

  @Test func `highlighting comes from the assistant, prompts from the caller`() {
    var editor = LineEditor("search oak|")
    let scene = editor.shownScene
    #expect(scene.line == StyledText("search", .bold) + StyledText(" oak"))
    #expect(scene.prompt == "> " && scene.continuation == ". ")
    #expect(scene.cursorShape == .normal)
  }

  @Test func `quoted insertion and repeat counts are shown below the line`() {
    var editor = LineEditor()
    editor.type("C-v")
    #expect(editor.shownScene.status?.english == "the next key is inserted literally")
    editor.type("x M-1 M-2")
    #expect(editor.shownScene.status?.english == "12 times")
  }
}
