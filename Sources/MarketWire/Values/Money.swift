/// An amount of money in decimal together with its currency; never a binary float.
public import Foundation

/// A currency by its ISO 4217 code.
public struct Currency: RawRepresentable, Hashable, Sendable, Comparable {
  /// The code in capital letters, such as `KRW`.
  public let rawValue: String

  /// Takes any code; letters are turned into capitals.
  public init(rawValue: String) {
    self.rawValue = rawValue.uppercased()
  }

  /// South Korean won, whole amounts only.
  public static let krw = Currency(rawValue: "KRW")
  /// United States dollar, two digits.
  public static let usd = Currency(rawValue: "USD")
  /// Japanese yen, whole amounts only.
  public static let jpy = Currency(rawValue: "JPY")
  /// ISO 4217's code for "no currency", used where a market sent none.
  public static let unknown = Currency(rawValue: "XXX")

  /// Digits after the point that amounts of this currency have: 0 for KRW and JPY, else 2.
  public var fractionDigits: Int {
    switch self {
    case .krw, .jpy: 0
    default: 2
    }
  }

  public static func < (left: Currency, right: Currency) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// An amount in a currency.
public struct Money: Hashable, Sendable {
  /// How much, in the currency's main unit.
  public var amount: Decimal
  /// Of what.
  public var currency: Currency

  /// An amount of a currency.
  public init(_ amount: Decimal, _ currency: Currency) {
    self.amount = amount
    self.currency = currency
  }

  /// The amount rounded half up (away from zero) to `digits` after the point, the currency's own
  /// number unless told otherwise.
  public func rounded(to digits: Int? = nil) -> Money {
    var result = Decimal()
    var source = amount
    NSDecimalRound(&result, &source, digits ?? currency.fractionDigits, .plain)
    return Money(result, currency)
  }
}
