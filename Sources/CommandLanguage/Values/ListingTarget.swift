/// Where a listing is meant: by id, by range, by the seller's code, by what is on the screen.
import Foundation

/// A target of a command; what it stands for is found later.
public enum ListingTarget: Hashable, ParameterValue {
  /// From 1.
  case id(Int)
  /// All listings that exist in it, both ends included.
  case range(ClosedRange<Int>)
  case code(SellerCode)
  /// `@last`: added last here.
  case last
  /// `@page`: the page on the screen.
  case page

  public static func read(
    _ word: Word, in context: ReadingContext
  ) throws(ValueProblem) -> ListingTarget {
    try TargetReader.read(word.text)
  }

  public static let valueName = "listing"
  public static let sample = "12"
  public static let completion = CompletionKind.listing
  public var description: String {
    switch self {
    case .id(let id): "\(id)"
    case .range(let range): "\(range.lowerBound)..\(range.upperBound)"
    case .code(let code): "@\(code.text)"
    case .last: "@last"
    case .page: "@page"
    }
  }
}
