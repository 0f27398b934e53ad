/// An effect of a key beyond the edited text. The driver performs it and then redraws the prompt.
public enum EditorEffect: Hashable, Sendable {
  /// Enter: run the text. The line stays on the screen.
  case accept(String)
  /// Ctrl-C: discard the line. It stays on the screen with a mark, and a new prompt follows.
  case discardLine
  /// Ctrl-D on an empty line: exit.
  case exit
  /// Ctrl-C on an empty line: show how to exit.
  case showExitHint
  case clearScreen
  /// Ctrl-Z: suspend the process.
  case suspend
  /// Open the text in the user's editor; `replace(with:)` takes the result.
  case openEditor(String)
  /// Delete the line from the history file.
  case forget(String)
  case bell
}
