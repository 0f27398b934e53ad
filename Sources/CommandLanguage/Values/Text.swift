/// Free text as it is sent: in NFC, empty only where that is allowed.
import Foundation
import MarketWire

/// Text that says something.
public struct Text: Hashable, ParameterValue {
  /// In NFC; otherwise as it was written, blanks included.
  public let value: String

  /// - Throws: `.empty` where there is nothing but blanks.
  public init(_ text: String) throws(ValueProblem) {
    if text.allSatisfy(\.isWhitespace) { throw .empty }
    value = Folding.normalized(text)
  }

  public static func read(
    _ word: Word, in context: ReadingContext
  ) throws(ValueProblem) -> Text {
    try Text(word.text)
  }

  public static let valueName = "text"
  public static let sample = "\"…\""
  public var description: String { value }
}
