public import Foundation

/// A value that violates a limit.
public struct LimitViolation: Hashable, Sendable {
  /// What is allowed.
  public enum Limit: Hashable, Sendable {
    /// The length of a text, in UTF-16 units of its NFC form.
    case length(ClosedRange<Int>)
    /// Three uppercase letters.
    case currencyCode
    /// An amount above 0.
    case aboveZero
    /// An amount that is not negative.
    case zeroOrMore
    /// The maximum number of digits before and after the decimal point.
    case digits(whole: Int, fraction: Int)
    /// A discount of at most the price.
    case discount(Decimal, price: Decimal)
    /// A number in a range.
    case number(ClosedRange<Int>)
    /// The number of images.
    case images(ClosedRange<Int>)
    /// Any other rule, in words.
    case rule(String)
  }

  /// The member by its wire name, such as `discounted_price`.
  public let member: String
  /// What is allowed.
  public let limit: Limit
  /// What was found, such as `2`; a text is quoted and cut to 60 characters.
  public let found: String

  /// Creates a violation of the limit of a member.
  public init(_ member: String, _ limit: Limit, found: String) {
    self.member = member
    self.limit = limit
    self.found = found
  }

  /// Returns the first 60 characters of a text in quotes.
  package static func quoted(_ text: String) -> String {
    let short = text.unicodeScalars.prefix(60)
    let mark = short.endIndex < text.unicodeScalars.endIndex ? "…" : ""
    return "\"\(String(String.UnicodeScalarView(short)))\(mark)\""
  }

  /// What is allowed, in words, such as `3 to 100 characters`.
  public var expected: String {
    switch limit {
    case .length(let range): "\(range.lowerBound) to \(range.upperBound) characters"
    case .currencyCode: "an ISO 4217 code such as KRW"
    case .aboveZero: "a number above 0"
    case .zeroOrMore: "0 or more"
    case .digits(let whole, let fraction):
      "at most \(whole) digits before the point and \(fraction) after it"
    case .discount(_, let price): "at most the price (\(price))"
    case .number(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .images(let range): "\(range.lowerBound) to \(range.upperBound) pictures"
    case .rule(let text): text
    }
  }
}
