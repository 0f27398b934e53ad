/// Free text as it is sent: in NFC, empty only where that is allowed.
import Foundation

/// Text that says something.
public struct Text: Hashable, ParameterValue {
  /// In NFC; otherwise as it was written, blanks included.
  public let value: String

  /// - Throws: `.empty` where there is nothing but blanks.
  public init(_ text: String) throws(ValueProblem) {
    if text.allSatisfy(\.isWhitespace) { throw .empty }
    value = text.precomposedStringWithCanonicalMapping
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

/// Text that may be empty, for what can be taken away again, such as a note.
public struct PossiblyEmptyText: Hashable, ParameterValue {
  /// In NFC; otherwise as it was written.
  public let value: String

  public init(_ text: String) {
    value = text.precomposedStringWithCanonicalMapping
  }

  public static func read(
    _ word: Word, in context: ReadingContext
  ) throws(ValueProblem) -> PossiblyEmptyText {
    PossiblyEmptyText(word.text)
  }

  public static let valueName = "text"
  public static let sample = "\"…\""
  public var description: String { value }
}
