/// What the editor wants done by whoever drives it.

/// The answers to one key. A drawing is due after each key; these are what else is to be done.
public enum EditorEffect: Hashable, Sendable {
  /// Enter: the text is to be run. The line stays on the screen.
  case accept(String)
  /// Ctrl-C: the line is dropped; it stays on the screen, marked, and a new prompt follows.
  case drop
  /// Ctrl-D on an empty line.
  case leave
  /// Ctrl-C on an empty line: how to leave is told.
  case showExitHint
  case clearScreen
  /// Ctrl-Z.
  case suspend
  /// The text is to be edited by the user's own editor; `replace(with:)` takes the answer.
  case openEditor(String)
  /// This line is to be forgotten by the history for good.
  case forget(String)
  case bell
}
