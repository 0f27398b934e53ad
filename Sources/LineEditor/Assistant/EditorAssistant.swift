/// What the editor asks of whoever knows the language that is typed.
public import TerminalKit

/// Knows commands, listings and files; the editor knows none of them.
///
/// Every answer is made from what is at hand: none waits for a network, and each takes well below a
/// millisecond for lines of a usual length. Offsets are UTF-8 offsets into the line.
public protocol EditorAssistant: Sendable {
  /// The line with its colors; its plain text is that of `StyledText(line)`, where controls are
  /// made visible.
  func colored(_ line: String) -> StyledText

  /// What could follow at the end of the line, without the line itself; nil for nothing.
  /// - Parameter history: earlier lines that begin with the line and are longer, newest first.
  func hint(for line: String, history: some Sequence<String>) -> Hint?

  /// What may stand at the cursor; nil where nothing is known.
  func completion(of line: String, at cursor: Int) -> Completion?

  /// Whether Enter adds a line to it: a quote is open, or it ends in `\`.
  func isUnfinished(_ line: String) -> Bool

  /// How many commands are in the text.
  func commandCount(_ text: String) -> Int

  /// How the command being typed is used, a line or two; nil where there is no command yet.
  func usage(of line: String, at cursor: Int) -> StyledText?
}

/// What stands dimmed behind the line.
public struct Hint: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The rest of an earlier line.
    case history
    /// What the grammar wants next, such as `--price <amount>`; accepting takes `text` up to the
    /// first `<`.
    case grammar
  }

  public var text: String
  public var kind: Kind

  public init(_ text: String, _ kind: Kind) {
    self.text = text
    self.kind = kind
  }
}

/// What may stand in place of the word at the cursor.
public struct Completion: Hashable, Sendable {
  /// What a candidate replaces.
  public var range: Range<Int>
  /// Best first.
  public var candidates: Candidates

  public init(range: Range<Int>, candidates: Candidates) {
    self.range = range
    self.candidates = candidates
  }

  public init(range: Range<Int>, candidates: [Candidate]) {
    self.init(range: range, candidates: Candidates(candidates))
  }
}

/// One thing to pick.
public struct Candidate: Hashable, Sendable {
  /// What is put into the line, quoted as needed.
  public var text: String
  /// What follows once it is picked: a blank, or nothing after a folder or `--name=`.
  public var suffix: String
  /// What stands in the menu.
  public var label: StyledText
  /// What it is, beside the label: a price, a number of pixels, a summary.
  public var detail: StyledText

  public init(
    _ text: String, suffix: String = " ", label: StyledText? = nil, detail: StyledText = ""
  ) {
    self.text = text
    self.suffix = suffix
    self.label = label ?? StyledText(text)
    self.detail = detail
  }
}
