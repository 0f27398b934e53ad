/// What the tokenizer makes of text: words in fragments, gathered into commands.

/// One word as it was written, before variables are filled in.
public struct Token: Hashable, Sendable {
  /// A stretch of a word that was written in one way.
  public struct Fragment: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      /// Plain text outside quotes.
      case bare
      /// Text inside quotes, or after a backslash.
      case quoted
      /// A `$NAME` outside quotes; the fragment's text is the name.
      case variable
      /// A `$NAME` inside double quotes; the fragment's text is the name.
      case quotedVariable
    }

    public let kind: Kind
    /// The text with escapes undone, or the variable's name in NFC.
    public let text: String
    /// Where it stands, with its quotes.
    public let place: SourcePlace
  }

  public let fragments: [Fragment]
  public let place: SourcePlace
}

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
public enum Reading: Hashable, Sendable {
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
