/// What a type must know to be written in a command.

/// A value of the language: read from one word, printed in help.
public protocol ParameterValue: Sendable, CustomStringConvertible {
  /// Reads a whole word.
  /// - Throws: what is wrong with it, and what it could have meant.
  static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self
  /// What stands for it in help, such as `amount`.
  static var valueName: String { get }
  /// A value for examples, as it would be typed.
  static var sample: String { get }
  static var completion: CompletionKind { get }
  /// The one word that is read as this value again, with the quotes that it needs.
  var written: String { get }
}

extension ParameterValue {
  public var written: String { Quoting.quote(description) }
  public static var completion: CompletionKind { .none }
}

/// A further rule for one parameter's value, such as bounds.
public typealias ValueCheck<Value> = @Sendable (Value) throws(ValueProblem) -> Void
