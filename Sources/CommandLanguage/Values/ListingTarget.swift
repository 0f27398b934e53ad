import Foundation
public import Messages

/// A target of a command: one or more listings, which are looked up later.
public enum ListingTarget: Hashable, ParameterValue {
  /// From 1.
  case id(Int)
  /// All listings with ids in the range.
  case range(ClosedRange<Int>)
  case code(SellerCode)
  /// The listings whose codes match.
  case codes(CodePattern)
  /// `@last`: the listing that was added last.
  case last
  /// `@page`: the listings of the last page.
  case page
  /// `-`: the targets on standard input.
  case input

  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    try TargetReader.read(word.text)
  }

  public static func readAll(
    _ word: Word, in context: ReadingContext
  ) throws(ValueProblem) -> [ListingTarget] {
    try TargetReader.readAll(word.text)
  }

  public static let valueName: Message = "listing"
  public static let sample = "12"
  public static let completion = CompletionKind.listing
  public var description: String {
    switch self {
    case .id(let id): "\(id)"
    case .range(let range): "\(range.lowerBound)..\(range.upperBound)"
    case .code(let code): "@\(code.text)"
    case .codes(let pattern): "@\(pattern.text)"
    case .last: "@last"
    case .page: "@page"
    case .input: "-"
    }
  }
}
