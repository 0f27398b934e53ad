/// What the tokenizer makes of a text: commands, and whether the last one is whole.

/// One logical command: its words, and whatever kept them from being read.
public struct CommandTokens: Hashable, Sendable {
  public let tokens: [Token]
  /// From the first word to the end of the last.
  public let place: SourcePlace
  /// The source text of `place`.
  public let text: String
  /// Characters that no command may hold; the first one only.
  public let problems: [UsageProblem]
  /// What is still open where the text ended; only ever set in a text's last command.
  public let unfinished: Unfinished?
}

/// Something that the end of the text left open.
public struct Unfinished: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case singleQuote, doubleQuote, backslash
  }

  public let kind: Kind
  /// Where the quote was opened, or the backslash stands.
  public let place: SourcePlace
}

/// Whether a text is whole, or a prompt has to ask for more lines.
public enum TokenizedText: Hashable, Sendable {
  case complete([CommandTokens])
  /// The last command is the unfinished one.
  case incomplete([CommandTokens], Unfinished)

  /// The commands, the unfinished one included.
  public var commands: [CommandTokens] {
    switch self {
    case .complete(let commands), .incomplete(let commands, _): commands
    }
  }
}
