import Foundation
import MarketWire
public import Messages

/// Text that is not empty.
public struct Text: Hashable, ParameterValue {
  /// The text in NFC, otherwise as it was typed, with its spaces.
  public let value: String

  /// - Throws: `.empty` if there are only spaces.
  public init(_ text: String) throws(ValueProblem) {
    if text.allSatisfy(\.isWhitespace) { throw .empty }
    value = Folding.normalized(text)
  }

  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    try word.refuseTypographicQuotes()
    return try Text(word.text)
  }

  public static let valueName: Message = "text"
  public static let sample = "\"…\""
  public var description: String { value }
}
