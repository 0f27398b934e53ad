import Foundation
import MarketWire
public import Messages

/// The seller's own code for a listing, such as an article number. It consists of at most 100
/// letters of any script, digits, `-`, `_` and `.`, in NFC and case-sensitive. `last` and `page`
/// are reserved, because `@last` and `@page` have other meanings.
public struct SellerCode: Hashable, ParameterValue {
  /// The code without `@`.
  public let text: String

  static let lengthLimit = 100
  static let reserved = ["last", "page"]

  public init(_ text: String) throws(ValueProblem) {
    let normal = Folding.normalized(text)
    if normal.isEmpty { throw .empty }
    if normal.count > Self.lengthLimit { throw .tooLong(limit: Self.lengthLimit) }
    for character in normal where !Self.isAllowed(character) { throw .badCodeCharacter(character) }
    if Self.reserved.contains(normal.lowercased()) { throw .reservedCode(normal) }
    self.text = normal
  }

  /// Reads a code as `--code` takes it, without `@`.
  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    if word.text.hasPrefix("@"), word.text.count > 1 {
      throw .codeWithAt(reading: String(word.text.dropFirst()))
    }
    return try SellerCode(word.text)
  }

  public static let valueName: Message = "code"
  public static let sample = "MUG-01"
  public static let completion = CompletionKind.none
  public var description: String { text }

  /// Whether a character is a letter with its marks, a digit, or one of `-_.`.
  private static func isAllowed(_ character: Character) -> Bool {
    var scalars = character.unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return false }
    let isBase =
      "-_.".unicodeScalars.contains(first) || first.properties.isAlphabetic
      || first.properties.generalCategory == .decimalNumber
    guard isBase, !first.properties.isEmojiPresentation else { return false }
    while let mark = scalars.next() {
      let isMark =
        mark.properties.isAlphabetic || Self.marks.contains(mark.properties.generalCategory)
      if !isMark { return false }
    }
    return true
  }

  private static let marks: Set<Unicode.GeneralCategory> = [.nonspacingMark, .spacingMark]
}
