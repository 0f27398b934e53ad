/// Everything that a prompt shows at one moment, before it is laid out for a window.
public import TerminalKit

/// What is to be seen, in the order in which it stands: what is above, prompt and line, hint, what is
/// below.
public struct EditorScene: Hashable, Sendable {
  /// Lines above the prompt that go away with the next key: the usage of the command being typed.
  public var above: [StyledText] = []
  public var prompt: StyledText
  /// What stands in front of the second and later lines of the input.
  public var continuation: StyledText
  /// The input with its colors; it may hold line breaks.
  public var line: StyledText
  /// The UTF-8 offset of the cursor in the plain text of `line`, at the edge of a letter.
  public var cursor: Int
  /// Stands dimmed behind the end of the line.
  public var hint: String = ""
  /// One line below the input: a search, a count of pasted commands, a notice.
  public var status: StyledText?
  public var menu: CompletionMenu?
  public var cursorShape: CursorShape = .normal

  public init(prompt: StyledText, continuation: StyledText, line: StyledText, cursor: Int) {
    self.prompt = prompt
    self.continuation = continuation
    self.line = line
    self.cursor = cursor
  }
}

/// What may be picked, and what is picked.
public struct CompletionMenu: Hashable, Sendable {
  public var candidates: Candidates
  /// The index of the marked candidate, nil before the first Tab into the menu.
  public var selected: Int?

  public init(candidates: Candidates, selected: Int? = nil) {
    self.candidates = candidates
    self.selected = selected
  }

  public init(candidates: [Candidate], selected: Int? = nil) {
    self.init(candidates: Candidates(candidates), selected: selected)
  }
}
