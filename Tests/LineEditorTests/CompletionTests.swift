import Messages
import TerminalKit
import Testing

@testable import LineEditor

@Suite(.timeLimit(.minutes(60))) struct CompletionTests {
  @Test(
    "Tab inserts the only candidate, or the common prefix",
    arguments: [
      ("li|", "<tab>", "list |"), ("rmv|", "<tab>", "remove |"),
      ("s|", "<tab>", "s|"), ("sel|", "<tab>", "sell|"),
      ("sh|", "<tab>", "show |"), ("li| oak", "<tab>", "list |oak"),
      ("open |", "<tab>", "open photos/|"), ("zzz|", "<tab>", "zzz|"),
      ("remove |", "<tab>", "remove |"), ("remove bir|", "<tab>", "remove 251 |"),
      ("rmv|", "<tab> C-_", "rmv|"),
    ])
  func fills(line: String, keys: String, expected: String) {
    var editor = LineEditor(line)
    editor.type(keys)
    #expect(editor.marked == expected)
  }

  @Test(
    "keys move the selection in the menu",
    arguments: [
      ("<tab>", nil), ("<tab> <tab>", "search"),
      ("<tab> <tab> <tab>", "sell"), ("<tab> <down> C-n", "sell"),
      ("<tab> <S-tab>", "show"), ("<S-tab>", "show"),
      ("<tab> <up> C-p", "sellers"), ("<tab> <tab> <up>", "show"),
      ("<tab> <tab> <tab> <tab> <tab> <tab>", "search"), ("<tab> <tab> <pagedown>", "show"),
      ("<tab> <tab> <pagedown> <pageup>", "search"),
    ])
  func moves(keys: String, expected: String?) throws {
    var editor = LineEditor("s|")
    editor.type(keys)
    let menu = try #require(editor.shownScene.menu)
    #expect(menu.candidates.map(\.text) == ["search", "sell", "sellers", "show"])
    #expect(menu.selected.map { menu.candidates[$0].text } == expected)
    #expect(editor.marked == "s|")
  }

  @Test(
    "keys close the menu, and Enter accepts the selection",
    arguments: [
      ("<tab> <tab> <enter>", "search |"), ("<tab> <enter>", "s|"),
      ("<tab> <tab> <esc>", "s|"), ("<tab> <tab> C-g", "s|"),
      ("<tab> <tab> <left>", "|s"), ("<tab> <tab> C-u", "|"),
      ("<tab> x", "sx|"), ("<tab> <space>", "s |"),
      ("<tab> <tab> e <enter>", "search |"), ("<tab> <tab> <tab> e <enter>", "sell |"),
      ("<tab> el <tab> <tab> <tab> <enter>", "sell |"), ("<tab> how <tab>", "show |"),
      ("<tab> C-r", "s|"),
    ])
  func closes(keys: String, expected: String) {
    var editor = LineEditor("s|")
    #expect(!editor.type(keys).contains { if case .accept = $0 { true } else { false } })
    #expect(editor.marked == expected)
    #expect(editor.shownScene.menu == nil)
  }

  @Test(arguments: [
    ("file mu|", "file mu|", true), ("file ~/t|", "file ~/t|", true),
    ("file oak|", "file \"oak mug.jpg\" |", false), ("file mug.|", "file mug.jpg |", false),
  ])
  func `a name in quotes begins with the typed text, too`(
    line: String, expected: String, hasMenu: Bool
  ) {
    var editor = LineEditor(line)
    editor.type("<tab>")
    #expect(editor.marked == expected)
    #expect((editor.shownScene.menu != nil) == hasMenu)
  }

  @Test func `typing and deleting filter the menu`() {
    var editor = LineEditor("s|")
    editor.type("<tab> e")
    #expect(editor.shownScene.menu?.candidates.map(\.text) == ["search", "sell", "sellers"])
    editor.type("<backspace>")
    #expect(editor.shownScene.menu?.candidates.count == 4)
    #expect(editor.shownScene.menu?.selected == nil)
  }

  @Test func `a listing is found by its name and inserted by its id`() {
    var editor = LineEditor("remove mug|")
    editor.type("<tab>")
    let labels = editor.shownScene.menu?.candidates.map(\.label.plain)
    #expect(labels == ["236  Oak mug", "251  Birch mug"])
    editor.type("<tab> <enter>")
    #expect(editor.marked == "remove 236 |")
  }

  @Test func `without candidates Tab rings the bell`() {
    var editor = LineEditor("zzz|")
    #expect(editor.type("<tab>") == [.bell])
    editor = LineEditor("open photos/|")
    #expect(editor.type("<tab>") == [.bell])
  }

  @Test func `Tab inserts a proposal into an empty line, and any other key removes it`() {
    var editor = LineEditor()
    editor.propose("search oak")
    #expect(editor.shownScene.status?.english == "Tab inserts: search oak")
    editor.type("<tab>")
    #expect(editor.marked == "search oak|")
    editor.restart()
    editor.propose("search oak")
    editor.type("x <backspace> <tab>")
    #expect(editor.marked == "|")
    #expect(editor.shownScene.status == nil)
  }

  @Test func `usage is shown above the line until the next key`() {
    var editor = LineEditor("sell|")
    #expect(editor.type("M-h") == [])
    #expect(
      editor.shownScene.above.map(\.plain)
        == ["sell <name> --price <amount>", "--price: what it costs"])
    editor.type("<left>")
    #expect(editor.shownScene.above.isEmpty)
    #expect(editor.type("<f1>") == [])
    #expect(!editor.shownScene.above.isEmpty)
    editor = LineEditor("zzz|")
    #expect(editor.type("<f1>") == [.bell])
    editor = LineEditor("|")
    #expect(editor.type("<f1>") == [.accept("explain")])
    #expect(editor.marked == "explain|")
  }
}
