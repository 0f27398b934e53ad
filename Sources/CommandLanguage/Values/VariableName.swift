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
