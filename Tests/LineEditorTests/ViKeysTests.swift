import TerminalKit
import Testing

@testable import LineEditor

@Suite(.timeLimit(.minutes(60))) struct ViKeysTests {
  /// Creates an editor in normal mode; the cursor is on the character after the `|`.
  private static func normal(_ marked: String) -> LineEditor {
    var editor = LineEditor(keys: .vi)
    editor.type("<esc>")
    editor.buffer = EditBuffer(marked: marked)
    return editor
  }

  @Test(
    "motions move the cursor in normal mode",
    arguments: [
      ("sea|rch", "h", "se|arch"), ("sea|rch", "l", "sear|ch"),
      ("sea|rch", "9 l", "searc|h"), ("sea|rch", "2 h", "s|earch"),
      ("sea|rch", "<left> <right> <right>", "sear|ch"),
      ("|search --price 5", "w", "search |--price 5"),
      ("|search --price 5", "w w", "search --|price 5"),
      ("|search --price 5", "W W", "search --price |5"),
      ("|search --price 5", "3 w", "search --price |5"),
      ("search --price |5", "b b", "search |--price 5"),
      ("search --price |5", "B", "search |--price 5"),
      ("|search --price 5", "e", "searc|h --price 5"),
      ("|search --price 5", "e e", "search -|-price 5"),
      ("|search --price 5", "E E", "search --pric|e 5"), ("  sea|rch", "0", "|  search"),
      ("  sea|rch", "^", "  |search"), ("  |search", "$", "  searc|h"),
      ("|search oak", "f a", "se|arch oak"), ("|search oak", "2 f a", "search o|ak"),
      ("|search oak", "f a ;", "search o|ak"), ("|search oak", "f a ; ,", "se|arch oak"),
      ("|search oak", "t a", "s|earch oak"), ("|search oak", "t a ;", "search |oak"),
      ("search oa|k", "F a ;", "se|arch oak"), ("search oa|k", "F s", "|search oak"),
      ("search oa|k", "T s", "s|earch oak"), ("search oa|k", "f z", "search oa|k"),
      ("|a\r\nb", "f b", "|a\r\nb"), ("a\nb|c\nd", "g g", "|a\nbc\nd"),
      ("a\nb|c\nd", "G", "a\nbc\n|d"), ("ab|c\ndef", "j", "abc\nde|f"),
      ("abc\nde|f", "k", "ab|c\ndef"), ("|머그컵 팝니다", "w", "머그컵 |팝니다"),
      ("|👨‍👩‍👧a", "l", "👨‍👩‍👧|a"),
    ])
  func moves(line: String, keys: String, expected: String) {
    check(line, keys, expected)
  }

  @Test(
    "operators and other commands change the line",
    arguments: [
      ("|search oak", "d w", "|oak"), ("|search oak mug", "2 d w", "|mug"),
      ("|search oak mug", "d 2 w", "|mug"), ("search |oak mug", "d $", "search| "),
      ("search |oak mug", "D", "search| "), ("search oak| mug", "d b", "search | mug"),
      ("search |oak mug", "d e", "search | mug"), ("search |oak mug", "d d", "|"),
      ("a\n|b\nc", "d d", "a\n|c"), ("a\nb\n|c", "d d", "a\n|b"),
      ("|a\nb\nc", "2 d d", "|c"), ("|a\nb\nc", "d j", "|c"),
      ("a\n|b\nc", "d G", "|a"), ("|search oak", "d f a", "|rch oak"),
      ("|search oak", "d t a", "|arch oak"), ("search oa|k", "d F a", "search o|k"),
      ("|search oak", "c w show <esc>", "sho|w oak"),
      ("|search oak mug", "c 2 w show <esc>", "sho|w mug"),
      ("search |oak", "C mug <esc>", "search mu|g"), ("search |oak", "c c list <esc>", "lis|t"),
      ("search |oak", "S list <esc>", "lis|t"), ("sea|rch", "x", "sea|ch"),
      ("sea|rch", "9 x", "se|a"), ("sea|rch", "2 X", "s|rch"),
      ("sea|rch", "s k <esc>", "sea|kch"), ("sea|rch", "r k", "sea|kch"),
      ("sea|rch", "2 r k", "seak|kh"), ("sea|rch", "9 r k", "sea|rch"),
      ("|a\u{1161}b", "r \u{1100}", "|\u{1100}\u{1161}b"), ("|search", "3 ~", "SEA|rch"),
      ("|search", "R lis <esc>", "li|srch"), ("|search oak", "y w P", "search| search oak"),
      ("|oak mug", "y w $ p", "oak mugoak| "), ("|oak", "y y p", "oak\n|oak"),
      ("|oak", "y y P", "|oak\noak"), ("|oak", "d d p", "oa|k"),
      ("|ab", "x p", "b|a"), ("|ab", "x 3 p", "baa|a"),
      ("o|ak", "i x <esc>", "o|xak"), ("o|ak", "a x <esc>", "oa|xk"),
      ("o|ak", "I x <esc>", "|xoak"), ("o|ak", "A x <esc>", "oak|x"),
      ("o|ak", "o x <esc>", "oak\n|x"), ("o|ak", "O x <esc>", "|x\noak"),
      ("머|그컵", "x", "머|컵"),
    ])
  func changes(line: String, keys: String, expected: String) {
    check(line, keys, expected)
  }

  @Test(
    "undo removes whole changes, and the dot repeats the last one",
    arguments: [
      ("|search oak", "d w u", "|search oak"),
      ("|search oak", "c w show <space> it <esc> u", "|search oak"),
      ("|search oak", "d w u C-r", "|oak"), ("|a b c d", "d w .", "|c d"),
      ("|a b c d e", "2 d w .", "|e"), ("|a b c d e", "d w 2 .", "|d e"),
      ("|abcd", "x . .", "|d"), ("|oak oak", "c w mug <esc> w .", "mug mu|g"),
      ("|ab", "i x <esc> l l .", "xa|xb"), ("|ab", "A x <backspace> y <esc> .", "aby|y"),
      ("|ab", "A x <esc> . .", "abxx|x"), ("|axo bo", "c t x kk <esc> $ .", "kkxo b|o"),
      ("|abc", "x f z .", "|c"), ("|abc", "r x l .", "x|xc"),
      ("|abc", "y w . x", "|bc"), ("|abc", "u", "|abc"),
      ("|abc", ".", "|abc"), ("|abc", "x l . u", "b|c"),
    ])
  func repeats(line: String, keys: String, expected: String) {
    check(line, keys, expected)
  }

  @Test(
    "insert mode has the common keys",
    arguments: [
      ("search <space> oak C-w", "search |"), ("oak C-u", "|"),
      ("oak <left> x", "oax|k"), ("oak C-a x C-e y", "xoaky|"),
      ("search <space> oak M-b x", "search |ak"), ("oak <esc> i x", "oax|k"),
      ("oak <esc> a x", "oakx|"), ("rmv <tab>", "remove |"),
      ("s <tab> <tab> <esc> x", "sx|"),
    ])
  func inserts(keys: String, expected: String) {
    var editor = LineEditor(keys: .vi)
    editor.type(keys)
    #expect(editor.marked == expected)
  }

  @Test(
    "normal mode navigates and searches the history",
    arguments: [
      ("k", "sell oa|k"), ("2 k", "search mu|g"),
      ("k k j", "sell oa|k"), ("/ oak <enter>", "sell |oak"),
      ("/ oak <enter> n", "search |oak"), ("/ oak <enter> n N", "sell |oak"),
      ("/ oak <enter> n n", "search |oak"), ("/ oak <esc>", "|"),
      ("n", "|"),
    ])
  func navigatesHistory(keys: String, expected: String) {
    var editor = LineEditor(history: ["search oak", "search mug", "sell oak"], keys: .vi)
    editor.type("<esc> \(keys)")
    #expect(editor.marked == expected)
  }

  @Test(
    "the cursor shape shows the mode",
    arguments: [
      ("x", CursorShape.bar), ("x <esc>", .block), ("x <esc> r", .underline),
      ("x <esc> r y", .block), ("x <esc> R", .underline), ("x <esc> R <esc>", .block),
      ("x <esc> c w", .bar), ("x <esc> d", .block), ("x <esc> <esc>", .block),
    ])
  func showsMode(keys: String, expected: CursorShape) {
    var editor = LineEditor(keys: .vi)
    editor.type(keys)
    #expect(editor.shownScene.cursorShape == expected)
  }

  @Test(
    "keys return effects for the driver",
    arguments: [
      ("<enter>", [EditorEffect.accept("oak")]), ("C-c", [.discardLine]),
      ("v", [.openEditor("oak")]),
      ("C-l", [.clearScreen]), ("C-z", [.suspend]), ("d z", [.bell]), ("Q", [.bell]),
      ("<tab>", [.bell]), ("d <esc>", []), ("C-d", [.bell]), ("d d C-d", [.exit]),
    ])
  func asks(keys: String, expected: [EditorEffect]) {
    var editor = Self.normal("o|ak")
    #expect(editor.type(keys) == expected)
  }

  @Test func `each line starts in insert mode, and the dot repeats a change of an earlier line`() {
    var editor = Self.normal("|oak")
    editor.type("i x <enter>")
    editor.restart()
    #expect(editor.shownScene.cursorShape == .bar)
    editor.type("ab <esc> .")
    #expect(editor.marked == "a|xb")
  }

  @Test func `the key style can change while a line is being typed`() {
    var editor = LineEditor("oak|")
    editor.type("x")
    editor.use(.vi)
    editor.type("<esc> x")
    #expect(editor.marked == "oa|k")
    editor.use(.emacs)
    #expect(editor.shownScene.cursorShape == .normal)
    editor.type("dw C-e")
    #expect(editor.marked == "oadwk|")
  }

  @Test func `a paste in normal mode inserts text and runs no command`() {
    var editor = Self.normal("|oak")
    _ = editor.apply(.paste("dd"))
    #expect(editor.marked == "dd|oak")
  }

  @Test func `characters that arrive together are separate commands`() {
    var editor = Self.normal("|search oak")
    _ = editor.apply(.key(.text("dwix")))
    #expect(editor.marked == "x|oak")
  }

  private func check(_ line: String, _ keys: String, _ expected: String) {
    var editor = Self.normal(line)
    editor.type(keys)
    #expect(editor.marked == expected, "\(keys) on \(line)")
  }
}
