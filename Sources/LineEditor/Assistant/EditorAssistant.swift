public import TerminalKit

/// The knowledge about commands, listings and files, which the editor does not have. All answers
/// are computed locally without network access, in far less than a millisecond for a line of usual
/// length. Offsets are UTF-8 offsets into the line.
public protocol EditorAssistant: Sendable {
  /// Returns the line with syntax highlighting. Its plain text must equal that of
  /// `StyledText(line)`, in which control characters are escaped.
  func colored(_ line: String) -> StyledText

  /// Returns the text that could follow the line, or nil.
  ///
  /// - Parameter history: earlier lines that start with the line and are longer, newest first.
  func hint(for line: String, history: some Sequence<String>) -> Hint?

  /// Returns the candidates for the word at the cursor, or nil.
  func completion(of line: String, at cursor: Int) -> Completion?

  /// Whether Enter inserts a line break, because a quote is open or the line ends in `\`.
  func isUnfinished(_ line: String) -> Bool

  func commandCount(_ text: String) -> Int

  /// Returns the usage of the command being typed, or nil if there is no command yet.
  func usage(of line: String, at cursor: Int) -> StyledText?

  /// The command that explains all commands, for the usage of an empty line; nil if there is none.
  var helpLine: String? { get }
}

/// A dimmed suggestion behind the line.
public struct Hint: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The rest of a line in the history.
    case history
    /// The next part of the grammar, such as `--price <amount>`. Accepting it inserts the text up
    /// to the first `<`.
    case grammar
  }

  public var text: String
  public var kind: Kind

  public init(_ text: String, _ kind: Kind) {
    self.text = text
    self.kind = kind
  }
}

/// The candidates for the word at the cursor.
public struct Completion: Hashable, Sendable {
  /// The text that a candidate replaces, in UTF-8 offsets.
  public var range: Range<Int>
  /// The candidates, best first.
  public var candidates: Candidates

  public init(range: Range<Int>, candidates: Candidates) {
    self.range = range
    self.candidates = candidates
  }

  public init(range: Range<Int>, candidates: [Candidate]) {
    self.init(range: range, candidates: Candidates(candidates))
  }
}

extension EditorAssistant {
  public var helpLine: String? { nil }
}

/// A completion candidate.
public struct Candidate: Hashable, Sendable {
  /// The text to insert, quoted as needed.
  public var text: String
  /// The text after an accepted candidate: a space, or nothing after a folder or `--name=`.
  public var suffix: String
  /// The label in the menu.
  public var label: StyledText
  /// The description beside the label: a price, a picture size or a summary.
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
