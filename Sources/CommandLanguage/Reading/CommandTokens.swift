/// The tokens of one logical command.
public struct CommandTokens: Hashable, Sendable {
  public let tokens: [Token]
  /// The place from the first word to the end of the last.
  public let place: SourcePlace
  /// The source text of `place`.
  public let text: String
  /// The first control character, if there is one.
  public let problems: [UsageProblem]
  /// The unclosed quote or the final backslash, if the text ends within this command.
  public let unfinished: Unfinished?

  public var source: CommandSource { CommandSource(place: place, text: text) }

  /// Whether it contains one of these variables.
  public func uses(anyOf names: Set<String>) -> Bool {
    !names.isEmpty
      && tokens.contains { token in
        token.fragments.contains { fragment in
          switch fragment.kind {
          case .variable, .quotedVariable: names.contains(fragment.text)
          case .unquoted, .quoted: false
          }
        }
      }
  }
}

/// The text of a command, for errors.
public struct CommandSource: Hashable, Sendable {
  /// The place from the first word to the end of the last.
  public let place: SourcePlace
  /// The source text of `place`.
  public let text: String
}

/// A quote or a continued line that is not closed at the end of the text.
public struct Unfinished: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case singleQuote, doubleQuote, backslash
  }

  public let kind: Kind
  /// The place of the opening quote or the backslash.
  public let place: SourcePlace
  /// The place of the quote that is probably not closed: an earlier one, if it ends where another one
  /// seems to begin.
  public let origin: SourcePlace

  init(kind: Kind, place: SourcePlace, origin: SourcePlace? = nil) {
    self.kind = kind
    self.place = place
    self.origin = origin ?? place
  }
}

/// The commands of a text that is complete, or needs another line.
public enum TokenizedText: Hashable, Sendable {
  case complete([CommandTokens])
  /// The last command is not finished.
  case incomplete([CommandTokens], Unfinished)

  /// All commands, with an unfinished one.
  public var commands: [CommandTokens] {
    switch self {
    case .complete(let commands), .incomplete(let commands, _): commands
    }
  }
}
