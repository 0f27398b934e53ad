public import Messages

/// One problem of a command line.
public struct UsageProblem: Hashable, Sendable {
  public enum Code: Hashable, Sendable {
    /// A control character, by its code point.
    case controlCharacter(UInt32)
    case unfinished(Unfinished.Kind)
    case unknownVariable(String, nearest: String?)
    /// The values of a command's variables have more bytes than this.
    case valuesTooLong(Int)
    /// An alias needs more words after it.
    case tooFewWords(alias: String, count: Int)
    /// There are only options.
    case noCommand
    case unknownCommand(String, nearest: [String])
    /// The second word of a command is missing (nil) or unknown; the possible words.
    case unknownSubcommand(String?, choices: [String], nearest: String?)
    case unknownOption(String, nearest: String?)
    case valueMissing
    case valueUnexpected
    case givenTwice
    case missing
    case badValue(String, ValueProblem)
    /// A word that no argument takes.
    case unexpectedWord(String)
    /// Parameters that exclude each other are given.
    case conflict([ParameterFacts])
    /// None of these is given; an error uses the description instead of their names.
    case needsOneOf([ParameterFacts], description: Message?)
  }

  public let code: Code
  /// Nil if something is missing.
  public let place: SourcePlace?
  /// The parameter that is missing or wrong.
  public let parameter: ParameterFacts?

  public init(_ code: Code, at place: SourcePlace? = nil, parameter: ParameterFacts? = nil) {
    self.code = code
    self.place = place
    self.parameter = parameter
  }
}
