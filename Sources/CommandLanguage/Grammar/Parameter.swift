/// An argument, an option or a flag; a command gets its `Value` from `Input`.
public protocol Parameter<Value>: Sendable {
  associatedtype Value: Sendable

  var facts: ParameterFacts { get set }
  /// The unique key within a grammar.
  var key: String { get }
  /// The value if the parameter is missing; nil if it is required.
  var fallback: Value? { get }

  /// Returns the value for all occurrences, in their order.
  ///
  /// - Parameters:
  ///   - given: empty if the parameter is missing.
  ///   - problems: wrong values are added.
  /// - Returns: nil if a required value is missing or a value is wrong.
  func read(
    _ given: [Occurrence], in context: ReadingContext, problems: inout [UsageProblem]
  ) -> Value?

  /// The words that are read as this value again, with the quotes they need; none for the value of
  /// a missing parameter.
  func words(for value: Value) -> [String]
}

extension Parameter {
  public func offering(_ completion: CompletionKind) -> Self { with(\.completion, completion) }

  public func role(_ role: ParameterRole) -> Self { with(\.role, role) }

  private func with<T>(_ fact: WritableKeyPath<ParameterFacts, T>, _ value: T) -> Self {
    var parameter = self
    parameter.facts[keyPath: fact] = value
    return parameter
  }

  /// Reads the text of a form field, as a quoted word in which nothing expands.
  public func read(text: String, in context: ReadingContext) throws(ValueProblem) -> Value {
    let place = SourcePlace(line: 1, column: 1, range: 0..<text.utf8.count)
    let word = Word([Word.Piece(text, .quoted)], at: place)
    var problems: [UsageProblem] = []
    let value = read(
      [Occurrence(content: .value(word), place: place)], in: context, problems: &problems)
    for case .badValue(_, let problem) in problems.map(\.code) { throw problem }
    guard let value else { throw .empty }
    return value
  }
}

/// An occurrence of a parameter in a command.
public struct Occurrence: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    case value(Word)
    /// An option without its optional value.
    case withoutValue
    case on, off
  }

  public let content: Content
  /// The place of the option, or of the argument.
  public let place: SourcePlace
  /// The other name of the option that was typed; nil for its main name.
  var otherName: String?

  /// The word of the value, if there is one.
  var word: Word? {
    guard case .value(let word) = content else { return nil }
    return word
  }
}
