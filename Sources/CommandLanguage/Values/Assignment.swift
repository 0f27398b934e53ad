public import Messages

/// A variable and its value in one word: `SEASON=autumn`. The value can be empty and contain `=`.
public struct Assignment: Hashable, ParameterValue {
  public let name: String
  public let value: String

  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, Variables.isName(String(parts[0])) else { throw .notAnAssignment }
    guard parts[1].utf8.count <= Variables.byteLimit else {
      throw .tooManyBytes(limit: Variables.byteLimit)
    }
    return Assignment(name: String(parts[0]), value: String(parts[1]))
  }

  public static let valueName: Message = "NAME=VALUE"
  public static let sample = "NAME=VALUE"
  public var description: String { "\(name)=\(value)" }
}
