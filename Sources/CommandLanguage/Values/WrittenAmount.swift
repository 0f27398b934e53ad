/// An amount of money as a seller writes it, exact, with the currency if one was written.
public import Foundation
public import MarketWire

/// An amount whose currency may be left to the profile.
public struct WrittenAmount: Hashable, ParameterValue {
  /// Zero or more, exact.
  public let amount: Decimal
  /// The currency, where one was written.
  public let currency: Currency?

  public init(_ amount: Decimal, _ currency: Currency? = nil) {
    self.amount = amount
    self.currency = currency
  }

  public static func read(
    _ word: Word, in context: ReadingContext
  ) throws(ValueProblem) -> WrittenAmount {
    try MoneyReader.read(word.text)
  }

  /// The amount in these currencies: what was written, else `fallback`.
  public func money(or fallback: Currency) -> Money { Money(amount, currency ?? fallback) }

  public static let valueName = "amount"
  public static let sample = "12000"
  public var description: String {
    let text = MoneyReader.text(amount)
    return currency.map { "\(text) \($0.rawValue)" } ?? text
  }
}
