/// A typed place in a command's grammar: what `Input` is subscripted by.

/// An argument, an option or a flag; its `Value` is what the command gets.
public protocol Parameter<Value>: Sendable {
  associatedtype Value: Sendable

  var facts: ParameterFacts { get }

  /// Makes the value of everything that was given for it, in order; an empty list means the
  /// parameter was not mentioned.
  /// - Returns: nil where a needed value is absent or wrong; what is wrong is added to `problems`.
  func read(
    _ given: [Occurrence], in context: ReadingContext, problems: inout [UsageProblem]
  ) -> Value?

  /// The words that give this value again, quoted where that is needed; none where nothing said
  /// means it. Reading them gives the same value.
  func words(for value: Value) -> [String]
}

extension Parameter {
  /// Reads one text as a form takes it: a quoted word, so nothing in it expands.
  /// - Throws: what is wrong with it.
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

/// One mention of a parameter in a command.
public struct Occurrence: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    case value(Word)
    /// An option without a value where that is allowed.
    case withoutValue
    case on, off
  }

  public let content: Content
  /// Where it stands: the option if there is one, else the value.
  public let place: SourcePlace
  /// The other name of the option that was typed; nil for its main name.
  var otherName: String?

  /// The value's word, where there is one.
  var word: Word? {
    guard case .value(let word) = content else { return nil }
    return word
  }
}
