public import Foundation

/// A currency, named by its ISO 4217 code.
public struct Currency: RawRepresentable, Hashable, Sendable, Comparable {
  /// The code in uppercase, such as `KRW`.
  public let rawValue: String

  /// Creates a currency from any code; letters become uppercase.
  public init(rawValue: String) {
    let isUppercase = rawValue.utf8.allSatisfy {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
    }
    self.rawValue = isUppercase ? rawValue : rawValue.uppercased()
  }

  /// The South Korean won, which has no minor unit.
  public static let krw = Currency(rawValue: "KRW")
  /// The United States dollar, with two fraction digits.
  public static let usd = Currency(rawValue: "USD")
  /// The Japanese yen, which has no minor unit.
  public static let jpy = Currency(rawValue: "JPY")
  /// The ISO 4217 code for "no currency", used when a market sent none.
  public static let unknown = Currency(rawValue: "XXX")

  /// The number of digits after the decimal point: 0 for KRW and JPY, otherwise 2.
  public var fractionDigits: Int {
    switch self {
    case .krw, .jpy: 0
    default: 2
    }
  }

  /// Orders currencies by their codes.
  public static func < (left: Currency, right: Currency) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A decimal amount in a currency.
///
/// ```swift
/// let price = Money(18.505, .usd)
/// print(price.rounded().amount)
/// ```
public struct Money: Hashable, Sendable {
  /// The amount in the main unit of the currency, such as dollars.
  public var amount: Decimal
  /// The currency of the amount.
  public var currency: Currency

  /// Creates an amount in a currency.
  public init(_ amount: Decimal, _ currency: Currency) {
    self.amount = amount
    self.currency = currency
  }

  /// Returns the amount rounded to a number of digits after the decimal point; halves round away
  /// from zero.
  ///
  /// - Parameter digits: ``Currency/fractionDigits`` if nil.
  public func rounded(to digits: Int? = nil) -> Money {
    var result = Decimal()
    var source = amount
    NSDecimalRound(&result, &source, digits ?? currency.fractionDigits, .plain)
    return Money(result, currency)
  }
}
