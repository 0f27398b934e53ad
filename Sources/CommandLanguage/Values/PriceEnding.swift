public import Foundation
public import MarketWire
public import Messages

/// The last digits of prices, such as `900` or `.99`. It has as many decimals as the currencies
/// that it is for.
public struct PriceEnding: Hashable, ParameterValue {
  /// The digits, such as 900 or 0.99.
  public let digits: Decimal
  /// The power of ten above the digits, such as 1,000 or 1.
  public let unit: Decimal
  public let fractionDigits: Int
  public let description: String

  private static let digitLimit = 9

  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    let plain = NumberText.plain(word.text)
    let parts = plain.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count > 1 ? parts[1] : ""
    guard let whole = parts.first, parts.count <= 2, parts.count == 1 || !fraction.isEmpty,
      NumberText.isDigits(whole + fraction), whole.count + fraction.count <= digitLimit,
      let digits = Decimal(string: "0\(plain)", locale: nil)
    else { throw .notAnEnding }
    // 0.99 is .99, as amounts are usually written.
    let power = fraction.isEmpty || whole != "0" ? whole.count : 0
    return PriceEnding(
      digits: digits, unit: pow(10, power), fractionDigits: fraction.count, description: plain)
  }

  /// Whether amounts in a currency can end so.
  public func fits(_ currency: Currency) -> Bool { currency.fractionDigits == fractionDigits }

  /// The amount above 0 with the ending that is nearest; the higher one of two.
  public func nearest(to amount: Decimal) -> Decimal {
    let steps = Money((amount - digits) / unit, .krw).rounded(to: 0).amount
    let nearest = digits + steps * unit
    return nearest > 0 ? nearest : digits > 0 ? digits : unit
  }

  public static let valueName: Message = "digits"
  public static let sample = "900"
}
