public import Messages

/// The name of a variable, as `let` takes it.
public struct VariableName: Hashable, ParameterValue {
  public let text: String

  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    guard Variables.isName(word.text) else { throw .notAName }
    return VariableName(text: word.text)
  }

  public static let valueName: Message = "NAME"
  public static let sample = "NAME"
  public static let completion = CompletionKind.variable
  public var description: String { text }
}

extension Parsed {
  /// The variable that the command sets, and its value; nil for any other command.
  public var assignment: (name: String, value: String)? {
    guard let (spec, input) = try? checked(),
      let name = spec.values(.variableName, of: VariableName.self, in: input).first
    else { return nil }
    let words: [PossiblyEmptyText] = spec.values(.variableValue, in: input)
    return words.isEmpty ? nil : (name.text, words.map(\.value).joined(separator: " "))
  }

  /// The variable that the command sets, even if its value has a problem.
  public var assignedName: String? {
    spec?.values(.variableName, of: VariableName.self, in: input).first?.text
  }
}
