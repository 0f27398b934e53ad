import Messages

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
      var values: [T] = []
      let known = problems.count
      for word in words {
        Self.collect(&problems, word, facts) { () throws(ValueProblem) in
          let read = try T.readAll(facts.inEnglish(word), in: context)
          for value in read { try check?(value) }
          values += read
        }
      }
      return problems.count == known ? values : nil
    } write: {
      $0.map(\.written)
    }
  }

  private static func value<T: ParameterValue>(
    of word: Word, _ facts: ParameterFacts, _ context: ReadingContext, _ check: ValueCheck<T>?,
    _ problems: inout [UsageProblem]
  ) -> T? {
    var value: T?
    collect(&problems, word, facts) { () throws(ValueProblem) in
      let read = try T.read(facts.inEnglish(word), in: context)
      try check?(read)
      value = read
    }
    return value
  }

  /// Reports the problem of a word, if there is one.
  private static func collect(
    _ problems: inout [UsageProblem], _ word: Word, _ facts: ParameterFacts,
    _ read: () throws(ValueProblem) -> Void
  ) {
    do throws(ValueProblem) {
      try read()
    } catch {
      problems.append(UsageProblem(.badValue(word.text, error), at: word.place, parameter: facts))
    }
  }
}

extension ParameterFacts {
  /// The word, with the Korean words of a choice in English.
  fileprivate func inEnglish(_ word: Word) -> Word {
    guard case .choice(let words) = completion else { return word }
    let english = KoreanNames.english(word.text, among: words)
    return english == word.text ? word : word.part(english)
  }

  /// The facts completed by those of the value's type.
  func taking<T: ParameterValue>(_ type: T.Type, named valueName: Message?) -> ParameterFacts {
    var facts = self
    facts.valueName = valueName ?? T.valueName
    facts.sample = T.sample
    facts.completion = T.completion
    facts.isMoney = T.isMoney
    facts.isList = T.isList
    return facts
  }
}
