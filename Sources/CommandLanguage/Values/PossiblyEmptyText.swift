import Foundation
import MarketWire
public import Messages

/// Text of at most 64 KiB that may be empty, such as the value of a variable.
public struct PossiblyEmptyText: Hashable, ParameterValue {
  /// The text in NFC, otherwise as it was typed.
  public let value: String

  public init(_ text: String) { value = Folding.normalized(text) }

  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    try word.refuseTypographicQuotes()
    guard word.text.utf8.count <= Variables.byteLimit else {
      throw .tooManyBytes(limit: Variables.byteLimit)
    }
    return PossiblyEmptyText(word.text)
  }

  public static let valueName: Message = "text"
  public static let sample = "\"…\""
  public var description: String { value }
}
