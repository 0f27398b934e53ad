/// Reads and writes the words of a parameter: one value, an optional value or a list.
struct ValueReader<Value: Sendable>: Sendable {
  typealias Read =
    @Sendable ([Word], ParameterFacts, ReadingContext, inout [UsageProblem]) -> Value?

  /// The value of a missing parameter; nil if it is required.
  let fallback: Value?
  let read: Read
  /// The words that are read as a value again, with the quotes they need.
  let write: @Sendable (Value) -> [String]

  static func one(default fallback: Value?, check: ValueCheck<Value>?) -> Self
  where Value: ParameterValue {
    Self(fallback: fallback) { words, facts, context, problems in
      words.last.flatMap { Self.value(of: $0, facts, context, check, &problems) }
    } write: {
      [$0.written]
    }
  }

  static func optional<T: ParameterValue>(check: ValueCheck<T>?) -> Self where Value == T? {
    Self(fallback: .some(nil)) { words, facts, context, problems in
      guard let word = words.last else { return .some(nil) }
      let value = Self.value(of: word, facts, context, check, &problems)
      return value.map { .some($0) }
    } write: {
      $0.map { [$0.written] } ?? []
    }
  }

  static func many<T: ParameterValue>(check: ValueCheck<T>?, isRequired: Bool) -> Self
  where Value == [T] {
    Self(fallback: isRequired ? nil : []) { words, facts, context, problems in
      let values = words.compactMap { Self.value(of: $0, facts, context, check, &problems) }
      return values.count == words.count ? values : nil
    } write: {
      $0.map(\.written)
    }
  }

  private static func value<T: ParameterValue>(
    of word: Word, _ facts: ParameterFacts, _ context: ReadingContext, _ check: ValueCheck<T>?,
    _ problems: inout [UsageProblem]
  ) -> T? {
    do throws(ValueProblem) {
      let value = try T.read(word, in: context)
      try check?(value)
      return value
    } catch {
      problems.append(
        UsageProblem(.badValue(word.text, error), at: word.place, parameter: facts))
      return nil
    }
  }
}

extension ParameterFacts {
  /// The facts completed by those of the value's type.
  func taking<T: ParameterValue>(_ type: T.Type, named valueName: String?) -> ParameterFacts {
    var facts = self
    facts.valueName = valueName ?? T.valueName
    facts.sample = T.sample
    facts.completion = T.completion
    facts.isMoney = T.self is any MoneyValue.Type
    return facts
  }
}
