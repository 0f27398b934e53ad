package import CommandLanguage
package import Foundation
package import MarketWire
import Messages

/// Calculates and rounds the amounts of one listing, new or existing.
package struct PriceArithmetic: Sendable {
  /// The currency of the price, and therefore of every other amount.
  package let currency: Currency
  /// The id of the listing, for errors; nil for a new one.
  package let listing: Int?

  package init(currency: Currency, listing: Int?) {
    self.currency = currency
    self.listing = listing
  }

  /// The discount on `price`. A percentage is rounded half up to the currency's digits; with a
  /// step, the final price is rounded to it. Returns nil if neither is given.
  package func discount(
    _ discount: Discount?, left: WrittenAmount?, of price: Decimal, step: WrittenAmount?
  ) throws(InvalidListing) -> Decimal? {
    if let left {
      let rest = try amount(left, at: "--sale-price")
      guard rest <= price else {
        throw InvalidListing([.rule(aboveThePrice("\(rest)"), at: "--sale-price")])
      }
      return price - rest
    }
    switch discount {
    case nil: return nil
    case .amount(let written)?: return try amount(written, at: "--discount")
    case .percent(let percent)?:
      let off = Money(price * percent / 100, currency).rounded().amount
      guard let step, off > 0 else { return off }
      return max(0, price - (try rounded(price - off, to: step)))
    }
  }

  /// A calculated amount, rounded half up to a multiple of `step`, or to the currency's digits.
  package func rounded(_ amount: Decimal, to step: WrittenAmount?) throws(InvalidListing) -> Decimal
  {
    guard let step else { return Money(amount, currency).rounded().amount }
    let unit = try self.amount(step, at: "--round")
    guard unit > 0 else { throw InvalidListing([.rule(Self.badStep, at: "--round")]) }
    return Money(amount / unit, currency).rounded(to: 0).amount * unit
  }

  /// An amount whose written currency, if any, must be that of the price.
  ///
  /// - Parameter word: the word of the command that an error is about.
  package func amount(
    _ written: WrittenAmount, at word: String? = nil
  ) throws(InvalidListing) -> Decimal {
    if let other = written.currency, other != currency {
      throw InvalidListing([.rule(wrongCurrency("\(written)"), at: word)])
    }
    return written.amount
  }

  private static let badStep: Message = "\(command: "--round") needs a number above 0"

  private func aboveThePrice(_ amount: String) -> Message {
    guard let listing else {
      return "\(command: "--sale-price") \(formatted: amount) is more than the price"
    }
    return """
      \(command: "--sale-price") \(formatted: amount) is more than the price of \(listing)
      """
  }

  private func wrongCurrency(_ amount: String) -> Message {
    guard let listing else {
      return """
        \(formatted: amount) is not in \(formatted: currency.rawValue), the currency of the price
        """
    }
    return """
      \(formatted: amount) is not in \(formatted: currency.rawValue), the currency of the price \
      of \(listing)
      """
  }
}
