public import Foundation
public import MarketWire
public import Messages

/// An amount of money as it was typed, with or without a currency.
public struct WrittenAmount: Hashable, ParameterValue {
  /// The exact amount, zero or more.
  public let amount: Decimal
  /// The currency, if one was typed.
  public let currency: Currency?

  public init(_ amount: Decimal, _ currency: Currency? = nil) {
    self.amount = amount
    self.currency = currency
  }

  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    try MoneyReader.read(word.text, in: context.currency)
  }

  public func money(or fallback: Currency) -> Money { Money(amount, currency ?? fallback) }

  public static let isMoney = true
  public static let valueName: Message = "amount"
  public static let sample = "12000"
  public var description: String {
    let text = MoneyReader.text(amount)
    return currency.map { "\(text) \($0.rawValue)" } ?? text
  }
}
