package import CommandLanguage
package import Formatting
import Foundation
import MarketRender
package import MarketWire
import Messages

/// A checked edit of one listing: its current state and the fields to send.
package struct EditPlan: Sendable {
  package let before: Product
  package private(set) var fields = ListingFields()
  /// Whether the discount becomes smaller, and nothing else of the price changes.
  package private(set) var lessensDiscount = false
  /// The previous code of the listing, if it gets another.
  package var oldCode: String?

  package init(_ before: Product) {
    self.before = before
  }

  /// A plan whose fields are already known.
  package init(_ before: Product, sending fields: ListingFields) {
    self.before = before
    self.fields = fields
  }

  /// The listing's currency after the edit.
  private var currency: Currency { fields.currency ?? before.currency ?? .unknown }
  /// The listing's price after the edit.
  private var price: Decimal { fields.price ?? before.price?.amount ?? 0 }

  private var arithmetic: PriceArithmetic {
    PriceArithmetic(currency: currency, listing: before.ownID)
  }

  package mutating func set(name: String?, description: String?) {
    if let name, name != before.name { fields.name = name }
    if let description, description != before.description { fields.description = description }
  }

  /// Sets the price. A relative price is based on the current one and rounded half up to `step`, or
  /// to the currency's digits.
  ///
  /// - Parameters:
  ///   - ending: the last digits of the new price, to which it is moved.
  ///   - money: the format of amounts in the error if rounding cancels the change.
  package mutating func set(
    price change: PriceChange?, currency: Currency?, step: WrittenAmount?,
    ending: PriceEnding? = nil, money: MoneyText
  ) throws(InvalidListing) {
    var written = currency
    var amount: Decimal?
    switch change {
    case nil: break
    case .to(let new)?:
      written = try agreed(new, with: currency)
      amount = new.amount
    case .by(let difference, let other)?:
      written = other ?? currency
      amount = try relative(price + difference, in: [currency, other], step: step)
    case .percent(let percent)?:
      amount = try relative(price * (100 + percent) / 100, in: [currency], step: step)
    }
    if let ending { amount = try nearest(to: amount, with: ending, in: written) }
    if let change, let amount {
      try keepDirection(of: change, to: amount, isStepped: step != nil, money)
    }
    if let written, written != before.currency { fields.currency = written }
    if let amount, amount != before.price?.amount { fields.price = amount }
  }

  /// Sets the discount. A percentage is based on the price after the edit.
  ///
  /// - Parameter keepsLarger: whether a discount that is a larger share of the price stays.
  package mutating func set(
    discount: Discount?, left: WrittenAmount?, step: WrittenAmount? = nil,
    keepsLarger: Bool = false
  ) throws(InvalidListing) {
    let amount = try arithmetic.discount(discount, left: left, of: price, step: step)
    guard let amount, amount != before.discount?.amount else { return }
    let isLess = hasDiscount(largerThan: amount)
    if isLess, keepsLarger { return try keepDiscountShare(step: step) }
    fields.discount = amount
    // A discount of 0 ends a sale, and a new price is meant for buyers, too.
    lessensDiscount =
      isLess && amount > 0 && fields.price == nil && fields.currency == nil
  }

  private func hasDiscount(largerThan amount: Decimal) -> Bool {
    guard let old = before.price?.amount, let off = before.discount?.amount else { return false }
    return off * price > amount * old
  }

  /// Moves what buyers pay for a discounted listing to the nearest amount below the price that has
  /// the ending, by another discount.
  package mutating func setPaid(ending: PriceEnding) {
    let off = fields.discount ?? before.discount?.amount ?? 0
    guard off > 0, off < price, ending.fits(currency) else { return }
    var paid = ending.nearest(to: price - off)
    if paid >= price { paid -= ending.unit }
    guard paid > 0 else { return }
    fields.discount = price - paid == before.discount?.amount ? nil : price - paid
  }

  /// Changes the discount in proportion to the price, for an edit that names no discount. The market
  /// knows only its amount, which would be another share of the new price.
  ///
  /// - Parameter step: what buyers pay is rounded to a multiple of it.
  package mutating func keepDiscountShare(step: WrittenAmount? = nil) throws(InvalidListing) {
    guard let new = fields.price, let old = before.price?.amount, old > 0,
      let off = before.discount?.amount, off > 0, off <= old
    else { return }
    var amount = min(Money(off * new / old, currency).rounded().amount, new)
    if step != nil {
      let paid = try arithmetic.rounded(new - amount, to: step)
      if paid > 0, paid < new { amount = new - paid }
    }
    if amount != off { fields.discount = amount }
  }

  /// The command that keeps the amount of a discount that ``keepDiscountShare()`` changed.
  package var discountCommand: String {
    "edit \(before.id) --discount \(WrittenAmount(before.discount?.amount ?? 0))"
  }

  package mutating func set(stock change: StockChange) throws(InvalidListing) {
    let new: Int
    switch change {
    case .to(let number): new = number
    case .by(let difference):
      guard let stock = before.stock else {
        throw InvalidListing([
          .rule(
            "the stock of \(before.idOrName) is not known: give the new stock instead of a change",
            at: "--stock")
        ])
      }
      let (sum, overflow) = stock.addingReportingOverflow(difference)
      guard !overflow, sum >= 0 else {
        throw InvalidListing([
          .rule(
            "\(before.idOrName) has \(stock) in stock; \(formatted: "\(change)") would leave \(sum)",
            at: "--stock")
        ])
      }
      new = sum
    }
    if new != before.stock { fields.stock = new }
  }

  package mutating func set(thumbnail number: Int) throws(InvalidListing) {
    let pictures = before.pictures ?? []
    guard pictures.indices.contains(number - 1), let id = pictures[number - 1].id else {
      throw InvalidListing([
        .noSuchPhoto(number, of: before.id, count: pictures.count)
      ])
    }
    if pictures[number - 1].thumbnailURL != before.thumbnail { fields.thumbnailID = id }
  }

  /// Checks the fields to send against the market's limits. Fields that are not sent may be older
  /// than the limits.
  ///
  /// - Parameter money: the format of amounts in the error.
  package func check(_ money: MoneyText) throws(InvalidListing) {
    let off = fields.discount.flatMap { ListingLimits.violation(discount: $0) }
    var broken = [
      fields.name.flatMap { ListingLimits.violation(name: $0) },
      fields.description.flatMap { ListingLimits.violation(description: $0) },
      fields.currency.flatMap { ListingLimits.violation(currency: $0) },
      fields.price.flatMap { ListingLimits.violation(price: $0) },
      off, fields.stock.flatMap { ListingLimits.violation(stock: $0) },
    ].compactMap(\.self)
    if off == nil, let above = discountAbovePrice { broken.append(above) }
    var faults = broken.map { ListingFault($0, of: before.ownID, in: currency, money) }
    let isNameBroken = broken.contains { $0.member == "name" }
    if !isNameBroken, let name = fields.name.flatMap({ ListingSanity.broken(byName: $0) }) {
      faults.insert(name, at: 0)
    }
    guard faults.isEmpty else { throw InvalidListing(faults) }
  }

  /// The violation of a discount above the price, with both as they will be, if either is sent.
  private var discountAbovePrice: LimitViolation? {
    guard fields.price != nil || fields.discount != nil,
      let price = fields.price ?? before.price?.amount,
      ListingLimits.violation(price: price) == nil,
      let discount = fields.discount ?? before.discount?.amount
    else { return nil }
    return ListingLimits.violation(discount: discount, price: price)
  }

  /// A relative price, in the listing's currency.
  private func relative(
    _ amount: Decimal, in others: [Currency?], step: WrittenAmount?
  ) throws(InvalidListing) -> Decimal {
    guard before.price != nil else {
      throw InvalidListing([
        .rule(
          "the price of \(before.idOrName) is not known: give the new price instead of a change",
          at: "--price")
      ])
    }
    for case let other? in others where other != currency {
      throw InvalidListing([
        .rule(
          """
          the price of \(before.idOrName) is in \(formatted: currency.rawValue) and cannot be changed \
          by an amount in \(formatted: other.rawValue)
          """, at: "--price")
      ])
    }
    return try arithmetic.rounded(amount, to: step)
  }

  /// The price with an ending that is nearest to the new price or the present one.
  private func nearest(
    to new: Decimal?, with ending: PriceEnding, in other: Currency?
  ) throws(InvalidListing) -> Decimal {
    guard let amount = new ?? before.price?.amount else {
      throw InvalidListing([.rule("the price of \(before.idOrName) is not known", at: "--ending")])
    }
    let currency = other ?? currency
    guard ending.fits(currency) else {
      let sample = currency.fractionDigits == 0 ? "900" : ".99"
      throw InvalidListing([
        .rule(
          """
          \(before.idOrName): prices in \(formatted: currency.rawValue) cannot end in \
          \(formatted: ending.description); write it as \(formatted: sample)
          """, at: "--ending")
      ])
    }
    return ending.nearest(to: amount)
  }

  /// Refuses a rise that rounding turns into a cut, or cancels.
  private func keepDirection(
    of change: PriceChange, to rounded: Decimal, isStepped: Bool, _ money: MoneyText
  ) throws(InvalidListing) {
    let isRise: Bool
    let asked: Message
    let old = money.text(Money(price, currency))
    switch change {
    case .to: return
    case .by(let difference, _):
      guard difference != 0 else { return }
      isRise = difference > 0
      asked = "\(formatted: "\(old) \(change)")"
    case .percent(let percent):
      guard percent != 0, price != 0 else { return }
      isRise = percent > 0
      asked = "\(formatted: "\(change)") of the price \(formatted: old)"
    }
    guard isRise ? rounded <= price : rounded >= price else { return }
    let outcome: Message =
      rounded == price ? "no change" : rounded < price ? "less than before" : "more than before"
    let amount = money.text(Money(rounded, currency))
    let text: Message =
      "\(before.idOrName): \(asked) rounds to \(formatted: amount), which is \(outcome)"
    throw InvalidListing([
      .rule(
        isStepped ? "\(text); use a smaller `\(command: "--round")`" : text,
        at: isStepped ? "--round" : "--price")
    ])
  }

  /// The currency of a new price, written next to it or in `--new-currency`, but not both.
  private func agreed(
    _ new: WrittenAmount, with other: Currency?
  ) throws(InvalidListing) -> Currency? {
    if let written = new.currency, let other, written != other {
      throw InvalidListing([
        .rule(
          """
          \(formatted: "\(new)") is not in \(formatted: other.rawValue), the currency of \
          `\(command: "--new-currency")`
          """, at: "--price")
      ])
    }
    return new.currency ?? other
  }
}

extension Product {
  /// The id; nil for a listing that a line of the same file adds, which has none yet.
  package var ownID: Int? { id > 0 ? id : nil }
  /// How errors name the listing.
  package var idOrName: String { ownID.map(String.init) ?? name }
  package var idAndName: String { ownID.map { "\($0) \(name)" } ?? name }
}
