import CommandLanguage
package import Formatting
package import Foundation
import MarketRender
package import MarketWire
package import Messages
package import SellerSession

/// A change that is probably a slip.
package struct ChangeWarning: Hashable, Sendable {
  package let kind: Allowance
  /// The listing and the change, as a sentence without a full stop.
  package let text: Message
}

extension ChangeWarning {
  /// A code that a spreadsheet program or a slip may have changed.
  package static func oddCode(_ text: Message) -> ChangeWarning {
    ChangeWarning(kind: .code, text: text)
  }

  /// A code that would move.
  ///
  /// - Parameter holder: the id of the listing that has it; negative if the same file adds it.
  package static func moving(_ code: String, from holder: Int) -> ChangeWarning {
    ChangeWarning(
      kind: .moveCode,
      text: holder < 0
        ? "@\(code) is already the code of a listing of this file, which would lose it"
        : "@\(code) is already the code of listing \(holder), which would lose it")
  }
}

extension ChangeWarning {
  /// Listings that would be sold out together.
  package static func sellingOut(count: Int) -> ChangeWarning {
    ChangeWarning(kind: .soldOut, text: "\(count) listings in stock would be sold out")
  }

  /// Lines of a file that sell out one listing each.
  package static func sellingOut(_ lines: [Message], count: Int) -> ChangeWarning {
    ChangeWarning(
      kind: .soldOut,
      text: "\(count) listings in stock would be sold out: \(Message.list(lines))")
  }
}

extension ChangeWarning {
  /// Listings of several whose discount would become smaller.
  package static func lesseningDiscounts(count: Int) -> ChangeWarning {
    ChangeWarning(
      kind: .smallerDiscount,
      text: Message(
        count: count, one: "1 listing has a larger discount; buyers would pay more",
        other: "\(count) listings have a larger discount; buyers would pay more"))
  }

  /// The same, of an edit with `--discount`.
  package static func lesseningDiscounts(
    count: Int, unless option: String
  ) -> ChangeWarning {
    ChangeWarning(
      kind: .smallerDiscount,
      text: Message(
        count: count,
        one: "1 listing has a larger discount; buyers would pay more, unless you add \(option)",
        other: """
          \(count) listings have a larger discount; buyers would pay more, unless you add \(option)
          """))
  }

  /// Lines of a file that make the discount of one listing each smaller.
  package static func lesseningDiscounts(_ lines: [Message], count: Int) -> ChangeWarning {
    ChangeWarning(
      kind: .smallerDiscount,
      text: """
        \(count) listings have a larger discount; buyers would pay more: \(Message.list(lines))
        """)
  }
}

/// Finds probable slips; a pure function of the states before and after.
package struct PriceGuard {
  package static let jump = Decimal(3)
  package static let mostPercent = Decimal(90)
  /// A larger stock is probably a slip.
  package static let mostStock = 100_000
  private static let usualCurrencies: [Currency] = [.krw, .usd]

  package let money: MoneyText

  package init(
    money: MoneyText
  ) {
    self.money = money
  }

  /// The warnings for one change. A stock of 0 is only unusual for several listings.
  ///
  /// - Parameters:
  ///   - subject: the listing's id or name.
  ///   - before: the current listing; nil for a new one.
  ///   - fields: the fields to send.
  package func warnings(
    of subject: String, before: Product?, sending fields: ListingFields
  ) -> [ChangeWarning] {
    stockWarnings(of: subject, before: before, sending: fields)
      + priceWarnings(of: subject, before: before, sending: fields)
  }

  private func stockWarnings(
    of subject: String, before: Product?, sending fields: ListingFields
  ) -> [ChangeWarning] {
    guard let stock = fields.stock, stock > Self.mostStock,
      (before?.stock ?? 0) <= Self.mostStock
    else { return [] }
    return [
      ChangeWarning(
        kind: .stock, text: "\(subject): a stock of \(grouped: stock) is unusually large")
    ]
  }

  private func priceWarnings(
    of subject: String, before: Product?, sending fields: ListingFields
  ) -> [ChangeWarning] {
    let old = before?.currency
    let currency = fields.currency ?? old ?? .unknown
    guard fields.price != nil || fields.discount != nil || fields.currency != nil else { return [] }
    guard let price = fields.price ?? before?.price?.amount else { return [] }
    let off = fields.discount ?? before?.discount?.amount ?? 0
    let left = Money(price - off, currency)
    var found: [ChangeWarning] = []
    func warn(_ kind: Allowance, _ text: Message) {
      found.append(ChangeWarning(kind: kind, text: "\(subject): \(text)"))
    }
    for (kind, text) in changes(of: old, to: fields.currency) { warn(kind, text) }
    for text in fractions(price, off, of: fields, isNew: currency != old, in: currency) {
      warn(.fraction, text)
    }
    if left.amount <= 0 {
      warn(.zero, "buyers would pay \(formatted: money.text(left))")
    } else if off * 100 > price * Self.mostPercent {
      let (off, price) = (money.text(Money(off, currency)), money.text(Money(price, currency)))
      warn(.discount, "\(formatted: off) off \(formatted: price)")
    }
    // Amounts in two currencies cannot be compared.
    if let paid = before?.salePrice ?? before?.price, currency == old, paid.amount > 0,
      left.amount > 0,
      left.amount > paid.amount * Self.jump || left.amount * Self.jump < paid.amount
    {
      warn(
        .priceJump,
        """
        the price for buyers changes from \(formatted: money.text(paid)) to \
        \(formatted: money.text(left))
        """)
    }
    return found
  }

  /// The warnings for a currency that is another one, or that is rare.
  private func changes(of old: Currency?, to new: Currency?) -> [(Allowance, Message)] {
    guard let new, new != old else { return [] }
    var changes: [(Allowance, Message)] = []
    if let old {
      changes.append(
        (.currency, "\(formatted: old.rawValue) becomes \(formatted: new.rawValue)"))
    }
    if !Self.usualCurrencies.contains(new) {
      changes.append(
        (.unusualCurrency, "phone apps know KRW and USD, but not \(formatted: new.rawValue)"))
    }
    return changes
  }

  /// The warnings for new amounts that coins cannot pay. An unchanged amount may already be one,
  /// so it only counts if the currency is new.
  private func fractions(
    _ price: Decimal, _ off: Decimal, of fields: ListingFields, isNew: Bool, in currency: Currency
  ) -> [Message] {
    var texts: [Message] = []
    if isNew || fields.price != nil, !ListingSanity.isPayable(price, in: currency) {
      texts.append(
        "a price of \(formatted: "\(price)") is not in \(ListingSanity.coins(of: currency))")
    }
    // A fractional discount on a fractional price may leave a final price in whole coins.
    if isNew || fields.discount != nil, !ListingSanity.isPayable(off, in: currency),
      !ListingSanity.isPayable(price - off, in: currency)
    {
      texts.append(
        "a discount of \(formatted: "\(off)") is not in \(ListingSanity.coins(of: currency))")
    }
    return texts
  }

  /// The warnings for the changes of several listings together.
  package func warnings(ofAll plans: [EditPlan]) -> [ChangeWarning] {
    let emptied = plans.filter { ($0.before.stock ?? 0) > 0 && $0.fields.stock == 0 }
    guard emptied.count > 1 else { return [] }
    return [.sellingOut(count: emptied.count)]
  }
}
