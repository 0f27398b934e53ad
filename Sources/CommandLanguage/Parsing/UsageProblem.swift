public import Messages

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
    /// None of these was given; the description is used instead of their names.
    case needsOneOf([ParameterFacts], description: Message?)
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
