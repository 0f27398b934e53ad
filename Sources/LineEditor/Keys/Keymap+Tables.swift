import Messages

extension Keymap {
  /// The keys of both styles.
  static let common: [Row] = [
    Row("Enter", does: .accept, "run the line"),
    Row("Alt-Enter", "Shift-Enter", does: .insertLineBreak, "insert a line break"),
    Row("Tab", does: .complete, "complete, then select"),
    Row("Shift-Tab", does: .completePrevious, "select the previous one"),
    Row("Left", does: .move(.back), "a character left"),
    Row("Right", does: .move(.forward), "a character right, or accept the hint"),
    Row("Ctrl-Left", "Alt-Left", does: .move(.wordBack), "a word left"),
    Row(
      "Ctrl-Right", "Alt-Right", does: .move(.wordForward),
      "a word right, or accept a word of the hint"),
    Row("Home", does: .move(.lineStart), "start of the line"),
    Row("End", does: .move(.lineEnd), "end of the line, or accept the hint"),
    Row("Ctrl-Home", does: .move(.textStart), "start of the text"),
    Row("Ctrl-End", does: .move(.textEnd), "end of the text"),
    Row("Up", does: .up, "a line up, or the previous history line with this start"),
    Row("Down", does: .down, "a line down, or the next history line"),
    Row("PageUp", does: .pageUp, "previous history line"),
    Row("PageDown", does: .pageDown, "next history line"),
    Row("Ctrl-P", does: .up, "a line up, or the previous history line with this start"),
    Row("Ctrl-N", does: .down, "a line down, or the next history line"),
    Row("Ctrl-R", does: .search(isOlder: true), "search the history backward"),
    Row("Ctrl-S", does: .search(isOlder: false), "search the history forward"),
    Row("Backspace", does: .delete(.back), "delete the character before the cursor"),
    Row("Delete", does: .delete(.forward), "delete the character at the cursor"),
    Row("Shift-Delete", does: .forgetHint, "delete the hinted line from the history"),
    Row("Ctrl-Backspace", does: .kill(.wordBack), "cut the word before the cursor"),
    Row("Ctrl-Delete", does: .kill(.wordForward), "cut the word after the cursor"),
    Row("Ctrl-D", does: .deleteOrExit, "delete a character; exit on an empty line"),
    Row("Ctrl-W", does: .kill(.bigWordBack), "cut back to a space"),
    Row("Ctrl-U", does: .kill(.lineStart), "cut to the start of the line"),
    Row("Ctrl-K", does: .kill(.lineEnd), "cut to the end of the line"),
    Row("Ctrl-Y", does: .yank, "insert the text that was cut last"),
    Row("Ctrl-T", does: .transposeCharacters, "swap two characters"),
    Row("Ctrl-_", "Ctrl-/", does: .undo, "undo"),
    Row("Ctrl-V", "Ctrl-Q", does: .quotedInsert, "insert the next key literally"),
    Row("Ctrl-G", does: .dismiss, "close the menu or the search"),
    Row("Ctrl-C", does: .discardLine, "discard the line; Up brings it back"),
    Row("Ctrl-L", does: .clearScreen, "clear the screen"),
    Row("Ctrl-Z", does: .suspend, "suspend"),
    Row("F1", does: .usage, "show the usage of the command, or help on an empty line"),
  ]

  static let emacs: [Row] = [
    Row("Ctrl-B", does: .move(.back), "a character left"),
    Row("Ctrl-F", does: .move(.forward), "a character right, or accept the hint"),
    Row("Alt-B", does: .move(.wordBack), "a word left"),
    Row("Alt-F", does: .move(.wordForward), "a word right, or accept a word of the hint"),
    Row("Ctrl-A", does: .move(.lineStart), "start of the line"),
    Row("Ctrl-E", does: .move(.lineEnd), "end of the line, or accept the hint"),
    Row("Alt-<", does: .history(.oldest), "oldest history line"),
    Row("Alt->", does: .history(.draft), "back to the line being typed"),
    Row("Alt-Backspace", does: .kill(.wordBack), "cut the word before the cursor"),
    Row("Alt-D", "Alt-Delete", does: .kill(.wordForward), "cut the word after the cursor"),
    Row("Alt-Y", does: .yankPop, "after Ctrl-Y: the text cut before that"),
    Row("Alt-T", does: .transposeWords, "swap two words"),
    Row("Alt-U", does: .changeCase(.upper), "uppercase the word"),
    Row("Alt-L", does: .changeCase(.lower), "lowercase the word"),
    Row("Alt-C", does: .changeCase(.capital), "capitalize the word"),
    Row("Ctrl-X Ctrl-U", does: .undo, "undo"),
    Row("Alt-/", "Ctrl-X Ctrl-R", does: .redo, "redo"),
    Row(
      "Alt-.", "Alt-_", does: .insertLastWord,
      "insert the last word of the previous line; repeat for earlier lines"),
    Row("Alt-E", "Ctrl-X Ctrl-E", does: .openEditor, "edit the line in your editor"),
    Row("Alt-H", does: .usage, "show the usage of the command, or help on an empty line"),
    Row("Escape", does: .dismiss, "close the menu, or hide the hint"),
  ]

  static let viInsert: [Row] = [
    Row("Ctrl-A", does: .move(.lineStart), "start of the line"),
    Row("Ctrl-E", does: .move(.lineEnd), "end of the line, or accept the hint"),
    Row("Ctrl-B", does: .move(.back), "a character left"),
    Row("Ctrl-F", does: .move(.forward), "a character right, or accept the hint"),
    Row("Ctrl-X Ctrl-E", does: .openEditor, "edit the line in your editor"),
    Row("Ctrl-X Ctrl-R", does: .redo, "redo"),
    Row("Escape", does: nil, "close the menu, or go to normal mode"),
  ]

  /// Keys of normal mode, for help only: `ViCommand` parses them.
  static let viNormal: [Row] = [
    Row(
      "h", "l", "j", "k", does: nil, "a character or line; the history at the first and last line"),
    Row("w", "b", "e", "W", "B", "E", does: nil, "words; capitals: separated by spaces"),
    Row("0", "^", "$", "gg", "G", does: nil, "start and end of the line and of the text"),
    Row("f", "F", "t", "T", ";", ",", does: nil, "to a character, or before it; repeat"),
    Row("d", "c", "y", does: nil, "delete, change, copy over a motion"),
    Row("dd", "cc", "yy", "D", "C", "S", "Y", does: nil, "the same with lines"),
    Row("x", "X", "s", "r", "R", "~", does: nil, "delete, replace, toggle the case of characters"),
    Row("p", "P", does: nil, "insert the text that was deleted or copied"),
    Row("i", "a", "I", "A", "o", "O", does: nil, "insert"),
    Row("u", "Ctrl-R", ".", does: nil, "undo, redo, repeat the last change"),
    Row("/", "?", "n", "N", does: nil, "search in the history"),
    Row("v", does: nil, "edit the line in your editor"),
  ]
}
