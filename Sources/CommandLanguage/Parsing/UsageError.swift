/// What is wrong with a command: all of it at once, as facts; the words are made in `UsageText`.

/// One fault of a command.
public struct UsageProblem: Hashable, Sendable {
  public enum Code: Hashable, Sendable {
    /// A character that no command holds, by its code point.
    case controlCharacter(UInt32)
    case unfinished(Unfinished.Kind)
    case unknownVariable(String, nearest: String?)
    /// Options only, no command.
    case noCommand
    case unknownCommand(String, nearest: [String])
    /// A command that needs a second word, and the words it may have.
    case unknownSubcommand(String?, choices: [String], nearest: String?)
    case unknownOption(String, nearest: String?)
    /// An option without the value it needs.
    case valueMissing
    /// A flag with a value.
    case valueUnexpected
    case givenTwice
    /// A parameter that must be given and was not.
    case missing
    case badValue(String, ValueProblem)
    /// A word too many.
    case unexpectedWord(String)
    /// Parameters that exclude each other, all given.
    case conflict([ParameterFacts])
    case needsOneOf([ParameterFacts])
  }

  public let code: Code
  /// Where it stands; nil where something is absent.
  public let place: SourcePlace?
  /// The parameter whose help is to be shown.
  public let parameter: ParameterFacts?

  public init(_ code: Code, at place: SourcePlace? = nil, parameter: ParameterFacts? = nil) {
    self.code = code
    self.place = place
    self.parameter = parameter
  }
}

/// All faults of one command.
public struct UsageError: Error, Hashable, Sendable {
  /// The command's main name, where one was recognized.
  public let command: String?
  /// At least one, in the order of the text, absent things last.
  public let problems: [UsageProblem]
  /// The command as it was typed, for a proposal.
  public let typed: [Word]
  /// An example of the command.
  public let example: String?

  /// Where the first fault stands; nil where something is absent.
  public var place: SourcePlace? { problems.first?.place }

  /// Whether nothing is wrong but that something is absent, so that a form can ask for it.
  public var isOnlyIncomplete: Bool {
    problems.allSatisfy { problem in
      switch problem.code {
      case .missing, .needsOneOf: true
      default: false
      }
    }
  }

  public init(command: String?, problems: [UsageProblem], typed: [Word], example: String?) {
    self.command = command
    self.problems = problems
    self.typed = typed
    self.example = example
  }
}
