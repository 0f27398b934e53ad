import LineEditor
import TerminalKit
import Testing

@Suite(.timeLimit(.minutes(60))) struct EmacsKeysTests {
  @Test(
    "keys move the cursor by characters, words and lines",
    arguments: [
      ("sea|rch", "C-a", "|search"), ("sea|rch", "C-e", "search|"),
      ("sea|rch", "<home>", "|search"), ("sea|rch", "<end>", "search|"),
      ("sea|rch", "C-b", "se|arch"), ("sea|rch", "C-f", "sear|ch"),
      ("sea|rch", "<left> <left> <left> <left>", "|search"),
      ("sea|rch", "<right> <right> <right> <right>", "search|"),
      ("search oak mug|", "M-b", "search oak |mug"),
      ("search oak mug|", "M-b M-b", "search |oak mug"),
      ("search oak mug|", "<C-left> <M-left>", "search |oak mug"),
      ("|search oak", "M-f", "search| oak"), ("|search oak", "<C-right> <M-right>", "search oak|"),
      ("|search  --price-min 5", "M-f M-f", "search  --price|-min 5"),
      ("search oak|", "M-3 C-b", "search |oak"), ("search oak|", "M-1 M-0 C-b", "|search oak"),
      ("a\nb|c\nd", "C-a", "a\n|bc\nd"), ("a\nb|c\nd", "C-e", "a\nbc|\nd"),
      ("a\nb|c\nd", "<C-home>", "|a\nbc\nd"), ("a\nb|c\nd", "<C-end>", "a\nbc\nd|"),
      ("|머그컵 팝니다", "M-f", "머그컵| 팝니다"), ("머그컵 팝니다|", "M-b", "머그컵 |팝니다"),
      ("a👨‍👩‍👧‍👦|b", "C-b", "a|👨‍👩‍👧‍👦b"), ("|🇰🇷🇯🇵", "C-f", "🇰🇷|🇯🇵"),
      ("|e\u{301}a", "C-f", "e\u{301}|a"), ("👍🏽|", "<left>", "|👍🏽"),
    ])
  func moves(line: String, keys: String, expected: String) {
    check(line, keys, expected)
  }

  @Test(
    "keys delete characters and cut words",
    arguments: [
      ("sea|rch", "C-w", "|rch"), ("sea|rch", "<backspace>", "se|rch"),
      ("sea|rch", "C-h", "se|rch"), ("sea|rch", "C-d", "sea|ch"),
      ("sea|rch", "<delete>", "sea|ch"), ("sea|rch", "<S-delete>", "sea|ch"),
      ("search oak|", "M-4 <backspace>", "search|"),
      ("search  photos/oak.jpg|", "C-w", "search  |"),
      ("search  photos/oak.jpg|", "<M-backspace>", "search  photos/oak.|"),
      ("search  photos/oak.jpg|", "<M-backspace> <M-backspace> <M-backspace>", "search  |"),
      ("search oak  |", "C-w", "search |"), ("|--price 12,000 x", "M-d M-d", "| x"),
      ("don't| go", "<C-backspace>", "| go"), ("|oak mug", "<C-delete>", "| mug"),
      ("sea|rch", "C-k", "sea|"), ("sea|rch", "C-u", "|rch"),
      ("ab|c\nd", "C-k", "ab|\nd"), ("abc|\nd", "C-k", "abc|d"),
      ("ab\nc|d", "C-u", "ab\n|d"), ("ab\n|cd", "C-u", "ab|cd"),
      ("머그|컵", "<backspace>", "머|컵"), ("팝니다 머그컵|", "<M-backspace>", "팝니다 |"),
      ("팝니다 🎁🎁|", "C-w", "팝니다 |"), ("a👨‍👩‍👧‍👦|b", "<backspace>", "a|b"),
      ("|🇰🇷🇯🇵", "<delete>", "|🇯🇵"), ("e\u{301}|", "<backspace>", "|"),
      ("東京タワーへ|", "<M-backspace>", "東京|"),
    ])
  func deletes(line: String, keys: String, expected: String) {
    check(line, keys, expected)
  }

  @Test(
    "yank inserts cut text, and consecutive cuts are joined",
    arguments: [
      ("search oak|", "C-w C-y C-y", "search oakoak|"), ("a b c|", "C-w C-w C-w C-y", "a b c|"),
      ("a b c|", "C-w C-b C-w C-y", "a b| "), ("|a b", "M-d M-d C-y", "a b|"),
      ("one two|", "C-w <end> C-w C-y", "one |"), ("one two|", "C-w x C-w C-y M-y", "one two|"),
      ("one two|", "C-w x C-w C-y M-y M-y", "one x|"), ("one|", "M-y", "one|"),
      ("one|", "C-u C-y x M-y", "onex|"), ("ab|cd", "C-k C-a C-y", "cd|ab"),
    ])
  func yanks(line: String, keys: String, expected: String) {
    check(line, keys, expected)
  }

  @Test(
    "characters and words are swapped and change their case",
    arguments: [
      ("sae|rch", "C-t", "sare|ch"), ("saerch|", "C-t", "saerhc|"),
      ("|search", "C-t", "|search"), ("머|그", "C-t", "그머|"),
      ("oak mug|", "M-t", "mug oak|"), ("|oak mug x", "M-t", "|oak mug x"),
      ("oak m|ug x", "M-t", "mug oak| x"), ("oak|", "M-t", "oak|"),
      ("|oak mug", "M-u", "OAK| mug"), ("|OAK MUG", "M-l M-l", "oak mug|"),
      ("|oak MUG", "M-c M-c", "Oak Mug|"), ("|straße", "M-u", "STRASSE|"),
      ("|oak mug x", "M-2 M-u", "OAK MUG| x"),
    ])
  func swaps(line: String, keys: String, expected: String) {
    check(line, keys, expected)
  }

  @Test(
    "undo removes words, and redo restores them",
    arguments: [
      ("|", "oak <space> mug C-_", "oak |"), ("|", "oak <space> mug C-_ C-_", "|"),
      ("|", "oak <space> mug C-/ C-/ M-/", "oak |"), ("|", "oak C-x C-u C-x C-r", "oak|"),
      ("|", "oak C-a x C-_", "|oak"), ("oak|", "<backspace> <backspace> C-_", "oak|"),
      ("oak mug|", "C-w C-w C-_", "oak |"), ("oak|", "C-_", "oak|"),
      ("|", "oak C-_ x M-/", "x|"), ("|", "a <space> b <space> c M-2 C-_", "a |"),
    ])
  func undoes(line: String, keys: String, expected: String) {
    check(line, keys, expected)
  }

  @Test(
    "Up and Down keep the column",
    arguments: [
      ("abc\nd|ef", "<up>", "a|bc\ndef"), ("a|bc\ndef", "<down>", "abc\nd|ef"),
      ("abcd|\ne\nfghi", "<down> <down>", "abcd\ne\nfghi|"),
      ("abcd|\ne\nfghi", "<down>", "abcd\ne|\nfghi"), ("머그|\nabcdef", "C-n", "머그\nabcd|ef"),
      ("머그컵\nabc|def", "C-p", "머|그컵\nabcdef"), ("a|\n\nb", "<down> <down>", "a\n\nb|"),
    ])
  func goesUpAndDown(line: String, keys: String, expected: String) {
    check(line, keys, expected)
  }

  @Test(
    "unusual keys do no harm",
    arguments: [
      ("sea|rch", "<f9>", "sea|rch"), ("sea|rch", "<insert>", "sea|rch"),
      ("sea|rch", "M-q", "sea|rch"), ("sea|rch", "C-x x", "sea|rch"),
      ("sea|rch", "C-x C-x z", "seaz|rch"), ("sea|rch", "<M-C-left>", "sea|rch"),
      ("sea|rch", "<S-left>", "se|arch"), ("sea|rch", "M-F", "search|"),
      ("sea|rch", "<esc> C-g", "sea|rch"), ("|", "C-v C-a", "\u{1}|"),
      ("|", "C-q <tab>", "\t|"), ("|", "C-v <esc> x", "\u{1B}x|"),
      ("|", "C-v <up> x", "x|"), ("|", "M-9 M-9 M-9 M-9 M-9 M-9 <f9>", "|"),
      ("a|b", "M-3 x", "axxx|b"), ("a|b", "<M-enter> <S-enter>", "a\n\n|b"),
    ])
  func survives(line: String, keys: String, expected: String) {
    check(line, keys, expected)
  }

  @Test(
    "keys return effects for the driver",
    arguments: [
      ("list|", "<enter>", [EditorEffect.accept("list")]), ("li|st", "C-j", [.accept("list")]),
      ("|", "<enter>", [.accept("")]), ("|", "C-d", [.exit]),
      ("x|", "C-d", [.bell]), ("|", "C-c", [.showExitHint]),
      ("li|st", "C-c", [.discardLine]), ("li|st", "C-l", [.clearScreen]),
      ("li|st", "C-z", [.suspend]), ("li|st", "M-e", [.openEditor("list")]),
      ("li|st", "M-E", [.openEditor("list")]), ("li|st", "C-x C-e", [.openEditor("list")]),
      ("|", "<backspace>", [.bell]), ("|", "C-y", [.bell]),
    ])
  func asks(line: String, keys: String, expected: [EditorEffect]) {
    var editor = LineEditor(line)
    #expect(editor.type(keys) == expected)
  }

  @Test func `with an open quote or a backslash, Enter inserts a line break`() {
    var editor = LineEditor("sell \"Oak|")
    #expect(editor.type("<enter>") == [])
    #expect(editor.marked == "sell \"Oak\n|")
    #expect(editor.type("mug\" <enter>") == [.accept("sell \"Oak\nmug\"")])
  }

  @Test func `undo removes the text from the user's editor`() {
    var editor = LineEditor("li|st")
    editor.replace(with: "search oak\r\n")
    #expect(editor.marked == "search oak|")
    editor.type("C-_")
    #expect(editor.marked == "li|st")
  }

  @Test func `a new line is empty, and the kill ring stays`() {
    var editor = LineEditor("search oak|")
    editor.type("C-w <enter>")
    editor.restart()
    #expect(editor.text.isEmpty && editor.cursor == 0)
    #expect(editor.type("C-_") == [.bell])
    editor.type("C-y")
    #expect(editor.marked == "oak|")
  }

  private func check(_ line: String, _ keys: String, _ expected: String) {
    var editor = LineEditor(line)
    editor.type(keys)
    #expect(editor.marked == expected, "\(keys) on \(line)")
  }
}
