import Messages
import TerminalKit
import Testing

@testable import LineEditor

@Suite(.timeLimit(.minutes(60))) struct HistoryTests {
  private static let lines = ["list", "search oak", "sell --draft", "search mug --max 5"]

  @Test(
    "Up and Down visit lines that start with the typed text",
    arguments: [
      ("|", "<up>", "search mug --max 5|"), ("|", "<up> <up> <up> <up> <up> <up>", "list|"),
      ("|", "<up> <up> <down>", "search mug --max 5|"), ("sea|", "<up> <up>", "search oak|"),
      ("sea|", "<up> <up> <down> <down>", "sea|"), ("s|ea", "<up> <down>", "s|ea"),
      ("sea|", "<up> <up> <up>", "search oak|"), ("xyz|", "<up>", "xyz|"),
      ("xyz|", "<down>", "xyz|"), ("|", "C-p C-p C-n", "search mug --max 5|"),
      ("|", "<pageup> <pageup> <pagedown>", "search mug --max 5|"), ("li|", "M-<", "list|"),
      ("|", "M-< M->", "|"), ("se|", "M-<", "search oak|"),
      ("|", "<up> x <up> <down>", "search mug --max 5x|"),
      ("|", "<up> C-w <up> <down> <down> <up>", "search mug --max 5|"),
      ("sea|", "<up> C-_", "sea|"), ("sea|", "<up> <up> C-_ M-/", "search oak|"),
      ("list|", "<up>", "list|"),
    ])
  func walks(line: String, keys: String, expected: String) {
    var editor = LineEditor(line, history: Self.lines)
    editor.type(keys)
    #expect(editor.marked == expected)
  }

  @Test func `Up moves inside a multiline entry before it leaves it`() {
    var editor = LineEditor(history: ["list", "sell \"Oak\nmug\""])
    editor.type("<up>")
    #expect(editor.marked == "sell \"Oak\nmug\"|")
    editor.type("<up>")
    #expect(editor.marked == "sell| \"Oak\nmug\"")
    editor.type("<up>")
    #expect(editor.marked == "list|")
    editor.type("<down>")
    #expect(editor.marked == "sell \"Oak\nmug\"|")
  }

  @Test func `a canceled line can be recalled, but is neither an entry nor a hint`() {
    var editor = LineEditor("login --secret hunter2|", history: ["list"])
    #expect(editor.type("C-c") == [.discardLine])
    editor.restart()
    #expect(editor.history.entries == ["list"])
    editor.type("login <space>")
    #expect(editor.shownScene.hint.isEmpty)
    editor.type("C-u <up>")
    #expect(editor.marked == "login --secret hunter2|")
  }

  @Test(
    "the last words of earlier lines are inserted, one line further back each time",
    arguments: [
      ("show |", "M-.", "show 5|"), ("show |", "M-. M-.", "show --draft|"),
      ("show |", "M-. M-_ M-.", "show \"Oak mug\"|"),
      ("show |", "M-. M-. M-. M-.", "show \"Oak mug\"|"), ("show |", "M-. C-_", "show |"),
      ("show |", "M-. x M-.", "show 5x5|"),
    ])
  func insertsLastWords(line: String, keys: String, expected: String) {
    var editor = LineEditor(
      line, history: ["search \"Oak mug\"", "sell --draft", "search mug --max 5"])
    editor.type(keys)
    #expect(editor.marked == expected)
  }

  @Test func `duplicates are removed, and the newest position counts`() {
    var history = History(["list", "show 1", "list", "", "show 2"])
    #expect(history.entries == ["show 1", "list", "show 2"])
    history.add("show 1")
    #expect(history.entries == ["list", "show 2", "show 1"])
    history.remove("show 2")
    history.remove("unknown")
    #expect(history.entries == ["list", "show 1"])
  }

  @Test func `empty lines and lines with leading whitespace are ignored`() {
    var history = History([" secret", ""])
    history.add("")
    history.add(" login")
    history.add("\tlogin")
    #expect(history.entries.isEmpty)
  }

  @Test func `a canceled line that runs later becomes an entry`() {
    var editor = LineEditor("list|")
    editor.type("C-c")
    editor.history.add("list")
    #expect(editor.history.entries == ["list"])
  }

  @Test func `changes to history lines are dropped when a line runs`() {
    var editor = LineEditor(history: ["list", "show"])
    editor.type("<up> x <up> <enter>")
    editor.restart()
    editor.type("<up>")
    #expect(editor.marked == "show|")
  }

  @Test func `removing a history line does not change the shown line`() {
    var editor = LineEditor(history: ["list", "show"])
    editor.type("<up> <up>")
    editor.history.remove("show")
    editor.history.remove("list")
    editor.type("<up> <down> x")
    #expect(editor.marked == "listx|")
  }
}

@Suite(.timeLimit(.minutes(60))) struct HistorySearchTests {
  private static let lines = ["search oak", "list", "sell Oak", "show 12", "search mug"]

  @Test(
    "Ctrl-R finds text anywhere, and then in older lines",
    arguments: [
      ("x|", "C-r oak", "sell |Oak"), ("x|", "C-r Oak", "sell |Oak"),
      ("x|", "C-r oak C-r", "search |oak"), ("x|", "C-r oak C-r C-r", "search |oak"),
      ("x|", "C-r oak C-r C-s", "sell |Oak"), ("x|", "C-r oak <up> <down>", "sell |Oak"),
      ("|", "<up> <up> C-u C-r mug", "search |mug"), ("|", "<up> <up> C-r mug", "|show 12"),
      ("x|", "C-r se", "|search mug"), ("x|", "C-r sel", "|sell Oak"),
      ("x|", "C-r sel <backspace>", "|search mug"), ("x|", "C-r zzz", "x|"),
      ("x|", "C-r C-r", "x|"), ("x|", "C-r oak C-g", "x|"),
      ("x|", "C-r oak <esc>", "x|"), ("x|", "C-r oak C-c", "x|"),
      ("x|", "C-r o <backspace> <backspace>", "x|"), ("x|", "C-r oak <enter>", "sell |Oak"),
      ("x|", "C-r oak <end> s", "sell Oaks|"), ("x|", "C-r oak <tab>", "sell |Oak"),
      ("x|", "C-r oak <enter> C-_", "x|"), ("x|", "C-r sell <enter> <up>", "list|"),
      ("x|", "C-r sell <enter> M->", "x|"), ("x|", "C-r oak C-g C-r C-r", "sell |Oak"),
      ("x|", "C-s mug", "x|"),
    ])
  func searches(line: String, keys: String, expected: String) {
    var editor = LineEditor(line, history: Self.lines)
    editor.type(keys)
    #expect(editor.marked == expected)
  }

  @Test func `Enter accepts the match without running it`() {
    var editor = LineEditor(history: Self.lines)
    #expect(editor.type("C-r list <enter>") == [])
    #expect(editor.type("<enter>") == [.accept("list")])
  }

  @Test func `the pattern is shown below the line, and the match is underlined`() {
    var editor = LineEditor(history: Self.lines)
    editor.type("C-r oak")
    let scene = editor.shownScene
    #expect(scene.status?.english == "search: oak")
    #expect(scene.line.plain == "sell Oak")
    #expect(
      scene.line.fragments.filter { $0.style.attributes.contains(.underline) }.map(\.text)
        == ["Oak"])
    #expect(editor.type("x") == [.bell])
    #expect(editor.shownScene.status?.english == "search: oakx (nothing found)")
  }

  @Test func `Korean text is found`() {
    var editor = LineEditor(history: ["add 머그컵", "list"])
    editor.type("C-r 그컵 <enter>")
    #expect(editor.marked == "add 머|그컵")
  }

  @Test func `a search uses a paste up to its first line break`() {
    var editor = LineEditor(history: Self.lines)
    editor.type("C-r")
    _ = editor.apply(.paste("mug\nlist"))
    #expect(editor.marked == "search |mug")
  }
}
