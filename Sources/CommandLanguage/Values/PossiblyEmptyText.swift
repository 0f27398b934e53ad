/// Free text where nothing is something, such as a note that is taken away.
import Foundation
import MarketWire

/// Text that may be empty, for what can be taken away again, such as a note.
public struct PossiblyEmptyText: Hashable, ParameterValue {
  /// In NFC; otherwise as it was written.
  public let value: String

  public init(_ text: String) {
    value = Folding.normalized(text)
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
