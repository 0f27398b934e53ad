public import Messages
public import TerminalKit

/// The content of a prompt before its layout, from top to bottom.
public struct EditorScene: Hashable, Sendable {
  /// Lines above the prompt that disappear with the next key: the usage of the command.
  public var above: [StyledText] = []
  public var prompt: StyledText
  /// The prompt of the second and later lines of the input.
  public var continuation: StyledText
  /// The highlighted input; it may contain line breaks.
  public var line: StyledText
  /// The UTF-8 offset of the cursor in the plain text of `line`, at a grapheme cluster boundary.
  public var cursor: Int
  /// The text behind the line.
  public var hint: String = ""
  public var hintStyle = Style.dim
  /// A line below the input: a search, a count of pasted commands, or a notice. Its quiet parts are
  /// dimmed.
  public var status: Message?
  public var menu: CompletionMenu?
  /// Whether long lines are wrapped at blanks.
  public var wrapsWords = false
  public var cursorShape: CursorShape = .normal
}

public struct CompletionMenu: Hashable, Sendable {
  public var candidates: Candidates
  /// The index of the selected candidate; nil before the first Tab in the menu.
  public var selected: Int?
}
