/// Changes that a seller may well not have meant: each is named and asked about.
import CommandLanguage
package import Foundation
package import MarketRender
package import MarketWire

/// What `--allow` lets through without a question.
package enum Allowance: String, ChoiceValue, Hashable {
  /// What buyers pay changes by more than a factor of 3.
  case priceJump = "price-jump"
  /// Buyers pay nothing.
  case zero
  /// More than 90 % comes off.
  case discount
  /// Another currency.
  case currency
  /// An amount that the currency has no coin for.
  case fraction
  /// The stock of several listings becomes 0.
  case soldOut = "sold-out"
}

/// One change that is named before it is done.
package struct ChangeWarning: Hashable, Sendable {
  package let kind: Allowance
  /// Which listing and what of it, as a sentence without a full stop.
  package let text: String
}

/// Judges plans; a pure function of what is and what will be.
package struct PriceGuard {
  package static let jump = Decimal(3)
  package static let mostPercent = Decimal(90)

  package let money: MoneyText

  package init(
    money: MoneyText
  ) {
    self.money = money
  }

  /// What is odd about one change, `stock` aside, which is odd for many only.
  ///
  /// - Parameters:
  ///   - subject: how the listing is named.
  ///   - before: the listing as it is; nil for a new one.
  ///   - fields: what will be sent.
  package func warnings(
    of subject: String, before: Product?, sending fields: ListingFields
  ) -> [ChangeWarning] {
    let old = before?.currency
    let currency = fields.currency ?? old ?? .unknown
    guard fields.price != nil || fields.discount != nil || fields.currency != nil else { return [] }
    guard let price = fields.price ?? before?.price?.amount else { return [] }
    let off = fields.discount ?? before?.discount?.amount ?? 0
    let left = Money(price - off, currency)
    var found: [ChangeWarning] = []
    func note(_ kind: Allowance, _ text: String) {
      found.append(ChangeWarning(kind: kind, text: "\(subject): \(text)"))
    }
    if let old, currency != old { note(.currency, "\(old.rawValue) becomes \(currency.rawValue)") }
    for text in fractions(price, off, of: fields, isNew: currency != old, in: currency) {
      note(.fraction, text)
    }
    if left.amount <= 0 {
      note(.zero, "buyers would pay \(money.text(left))")
    } else if off * 100 > price * Self.mostPercent {
      note(
        .discount, "\(money.text(Money(off, currency))) off \(money.text(Money(price, currency)))")
    }
    // Amounts of two currencies cannot be compared.
    if let paid = before?.salePrice ?? before?.price, currency == old, paid.amount > 0,
      left.amount > 0,
      left.amount > paid.amount * Self.jump || left.amount * Self.jump < paid.amount
    {
      note(.priceJump, "what buyers pay goes from \(money.text(paid)) to \(money.text(left))")
    }
    return found
  }

  /// Amounts that become ones which no coin pays. What is left alone may be so already, unless the
  /// currency is new.
  private func fractions(
    _ price: Decimal, _ off: Decimal, of fields: ListingFields, isNew: Bool, in currency: Currency
  ) -> [String] {
    var texts: [String] = []
    if isNew || fields.price != nil, !ListingSanity.isPayable(price, in: currency) {
      texts.append("a price of \(price) is not in \(ListingSanity.coins(of: currency))")
    }
    // Off an odd price an odd discount may leave an even rest.
    if isNew || fields.discount != nil, !ListingSanity.isPayable(off, in: currency),
      !ListingSanity.isPayable(price - off, in: currency)
    {
      texts.append("a discount of \(off) is not in \(ListingSanity.coins(of: currency))")
    }
    return texts
  }

  /// What is odd about the changes of many taken together.
  package func warnings(ofAll plans: [EditPlan]) -> [ChangeWarning] {
    let emptied = plans.filter { ($0.before.stock ?? 0) > 0 && $0.fields.stock == 0 }
    guard emptied.count > 1 else { return [] }
    return [
      ChangeWarning(
        kind: .soldOut,
        text: "\(emptied.count) listings that have something left would be sold out")
    ]
  }
}
