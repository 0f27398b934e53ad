/// A type whose values are typed as one word.
public protocol ParameterValue: Sendable, CustomStringConvertible {
  /// Reads a word.
  static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self
  /// Reads a word of a parameter with several values, which may hold more than one.
  static func readAll(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> [Self]
  /// The placeholder in help, such as `amount`.
  static var valueName: String { get }
  /// A valid value for suggestions, as it would be typed.
  static var sample: String { get }
  static var completion: CompletionKind { get }
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
}

/// A further rule for one parameter's value, such as bounds.
public typealias ValueCheck<Value> = @Sendable (Value) throws(ValueProblem) -> Void
