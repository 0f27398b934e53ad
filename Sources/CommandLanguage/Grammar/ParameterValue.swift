public import Messages

/// A type whose values are typed as one word.
public protocol ParameterValue: Sendable, CustomStringConvertible {
  static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self
  /// Reads a word of a parameter with several values, which may hold more than one.
  static func readAll(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> [Self]
  /// The placeholder in help, such as `amount`.
  static var valueName: Message { get }
  /// A valid value for suggestions, as it would be typed.
  static var sample: String { get }
  static var completion: CompletionKind { get }
  /// Whether the number and the currency of a value can be two words: `12.50 USD`. A property,
  /// because asking a type for a protocol is slow, and each start asks all of them.
  static var isMoney: Bool { get }
  /// Whether a value is a list of values separated by commas.
  static var isList: Bool { get }
  /// The word that is read as this value again, with the quotes it needs.
  var written: String { get }
}

extension ParameterValue {
  public var written: String { Quoting.quote(description) }
  public static func readAll(
    _ word: Word, in context: ReadingContext
  ) throws(ValueProblem) -> [Self] {
    [try read(word, in: context)]
  }
  public static var completion: CompletionKind { .none }
  public static var isMoney: Bool { false }
  public static var isList: Bool { false }
}

/// A further rule for one parameter's value, such as bounds.
public typealias ValueCheck<Value> = @Sendable (Value) throws(ValueProblem) -> Void
