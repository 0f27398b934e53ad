package import CommandLanguage
package import Foundation
package import MarketWire

/// Calculates and rounds the amounts of one listing, new or existing.
package struct PriceArithmetic: Sendable {
  /// The currency of the price, and therefore of every other amount.
  package let currency: Currency
  /// The price as named in errors, such as `the price of 12`.
  package let priceName: String

  package init(
    currency: Currency, priceName: String
  ) {
    self.currency = currency
    self.priceName = priceName
  }

  /// The discount on `price`. A percentage is rounded half up to the currency's digits; with a
  /// step, the final price is rounded to it. Returns nil if neither is given.
  package func discount(
    _ discount: Discount?, left: WrittenAmount?, of price: Decimal, step: WrittenAmount?
  ) throws(SellerError) -> Decimal? {
    if let left {
      let rest = try amount(left)
      guard rest <= price else {
        throw .listing([
          .rule("--sale-price \(rest) is more than \(priceName)", at: "--sale-price")
        ])
      }
      return price - rest
    }
    switch discount {
    case nil: return nil
    case .amount(let written)?: return try amount(written)
    case .percent(let percent)?:
      let off = Money(price * percent / 100, currency).rounded().amount
      guard let step, off > 0 else { return off }
      return max(0, price - (try rounded(price - off, to: step)))
    }
  }

  /// A calculated amount, rounded half up to a multiple of `step`, or to the currency's digits.
  package func rounded(_ amount: Decimal, to step: WrittenAmount?) throws(SellerError) -> Decimal {
    guard let step else { return Money(amount, currency).rounded().amount }
    let unit = try self.amount(step)
    guard unit > 0 else { throw .listing([.rule("--round needs a number above 0", at: "--round")]) }
    return Money(amount / unit, currency).rounded(to: 0).amount * unit
  }

  /// An amount whose written currency, if any, must be that of the price.
  package func amount(_ written: WrittenAmount) throws(SellerError) -> Decimal {
    if let other = written.currency, other != currency {
      throw .listing([
        .rule("\(written) is not in \(currency.rawValue), the currency of \(priceName)")
      ])
    }
    return written.amount
  }
}
