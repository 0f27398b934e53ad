/// What a type must know to be written in a command.
public import Foundation

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
}

extension ParameterValue {
  public static var completion: CompletionKind { .none }
}

/// The circumstances a value may depend on; nothing here is read from the machine.
public struct ReadingContext: Sendable {
  /// The moment that `today` and `7d` are counted from.
  public let now: Date
  /// The seller's time zone.
  public let timeZone: TimeZone

  public init(now: Date, timeZone: TimeZone) {
    self.now = now
    self.timeZone = timeZone
  }
}

/// A further rule for one parameter's value, such as bounds.
public typealias ValueCheck<Value> = @Sendable (Value) throws(ValueProblem) -> Void

/// An enum whose raw values are the words that a seller may write, in any case of letters.
public protocol ChoiceValue: ParameterValue, CaseIterable, RawRepresentable
where RawValue == String {}

extension ChoiceValue {
  public static func read(
    _ word: Word, in context: ReadingContext
  ) throws(ValueProblem) -> Self {
    if let value = Self(rawValue: word.text) ?? Self(rawValue: word.text.lowercased()) {
      return value
    }
    let names = allCases.map(\.rawValue)
    throw .notOneOf(names, nearest: NearMiss.nearest(to: word.text, among: names))
  }

  public static var valueName: String { allCases.map(\.rawValue).joined(separator: "|") }
  public static var sample: String { allCases.first?.rawValue ?? "" }
  public static var completion: CompletionKind { .choice(allCases.map(\.rawValue)) }
  public var description: String { rawValue }
}
