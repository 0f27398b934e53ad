public import Messages

/// An enum whose raw values are the words that can be typed, in upper or lower case.
public protocol ChoiceValue: ParameterValue, CaseIterable, RawRepresentable
where RawValue == String {}

extension ChoiceValue {
  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    if let value = Self(rawValue: word.text) ?? Self(rawValue: word.text.lowercased()) {
      return value
    }
    let names = allCases.map(\.rawValue)
    throw .none(of: names, for: word.text)
  }

  public static var valueName: Message {
    "\(command: allCases.map(\.rawValue).joined(separator: "|"))"
  }
  public static var sample: String { allCases.first?.rawValue ?? "" }
  public static var completion: CompletionKind { .choice(allCases.map(\.rawValue)) }
  public var description: String { rawValue }
}
