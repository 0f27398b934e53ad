/// Which listings a seller means by options: as it was said, before any market is asked.
import CommandLanguage
import Foundation
import MarketRender
import MarketWire

/// What a list is narrowed to, in the seller's words and days.
struct Narrowing: Hashable, Sendable {
  var search: String?
  var isMine = false
  var seller: String?
  var currency: Currency?
  var minPrice: Decimal?
  var maxPrice: Decimal?
  var isInStock = false
  var isSoldOut = false
  var below: Int?
  var isDiscounted = false
  /// The first and the last day, both included.
  var since: CalendarDay?
  var until: CalendarDay?

  /// Whether nothing was said.
  var isAll: Bool { self == Narrowing() }

  /// What is left when the word is not looked at.
  var withoutSearch: Narrowing {
    var rest = self
    rest.search = nil
    return rest
  }

  /// What is left when it does not matter whose the listings are.
  var withoutShop: Narrowing {
    var rest = self
    rest.isMine = false
    rest.seller = nil
    return rest
  }

  /// Whose listings are meant, whatever else is said of them.
  var shopOnly: Narrowing {
    var rest = Narrowing()
    rest.isMine = isMine
    rest.seller = seller
    return rest
  }

  /// As the market understands it.
  ///
  /// - Parameters:
  ///   - own: one's own shop, for `--mine`; without one `--mine` means nothing and nobody.
  ///   - timeZone: whose days are meant: the seller's where the market sends exact moments, else
  ///     UTC, in which it counts days itself.
  func filter(own: OwnShop?, timeZone: TimeZone) -> ListingFilter {
    var filter = ListingFilter()
    filter.search = search
    if isMine {
      filter.vendor = own?.vendorID.map(VendorFilter.id) ?? own?.name.map(VendorFilter.name)
    } else {
      filter.vendor = seller.map(VendorFilter.name)
    }
    filter.currency = currency
    filter.minPrice = minPrice
    filter.maxPrice = maxPrice
    filter.isInStock = isInStock
    filter.isSoldOut = isSoldOut
    filter.below = below
    filter.isDiscounted = isDiscounted
    filter.since = since?.start(in: timeZone).map(WireDate.init)
    filter.until = until?.adding(days: 1)?.start(in: timeZone).map(WireDate.init)
    return filter
  }

  /// Whether the market's word for days matters.
  var hasDays: Bool { since != nil || until != nil }
}

extension Narrowing {
  /// What it is narrowed to, as a heading says it: `mine`, `"mug"`, `from ₩10,000`.
  ///
  /// - Parameter zone: put behind days that are not the seller's.
  func facets(money: MoneyText, zone: String?) -> [String] {
    var facets: [String] = []
    if isMine { facets.append("mine") }
    if let seller { facets.append("by \(seller)") }
    if let search { facets.append("\"\(search)\"") }
    func amount(_ amount: Decimal) -> String {
      currency.map { money.text(Money(amount, $0)) } ?? "\(amount)"
    }
    switch (minPrice, maxPrice) {
    case (let low?, let high?) where low == high: facets.append(amount(low))
    case (let low?, let high?): facets.append("\(amount(low)) to \(amount(high))")
    case (let low?, nil): facets.append("from \(amount(low))")
    case (nil, let high?): facets.append("up to \(amount(high))")
    case (nil, nil): if let currency { facets.append("in \(currency.rawValue)") }
    }
    if isInStock { facets.append("in stock") }
    if isSoldOut { facets.append("sold out") }
    if let below { facets.append("fewer than \(below) left") }
    if isDiscounted { facets.append("discounted") }
    if let days { facets.append(days + (zone.map { " (\($0))" } ?? "")) }
    return facets
  }

  private var days: String? {
    switch (since, until) {
    case (let first?, let last?) where first == last: "on \(first)"
    case (let first?, let last?): "\(first) to \(last)"
    case (let first?, nil): "since \(first)"
    case (nil, let last?): "until \(last)"
    case (nil, nil): nil
    }
  }

  /// The options that say the same, as they would be typed.
  var options: [String] {
    var words: [String] = []
    if isMine { words.append("--mine") }
    if let seller { words.append("--seller \(Quoting.quote(seller))") }
    if let search { words.append("--search \(Quoting.quote(search))") }
    if let currency { words.append("--currency \(currency.rawValue)") }
    if let minPrice { words.append("--min-price \(WrittenAmount(minPrice))") }
    if let maxPrice { words.append("--max-price \(WrittenAmount(maxPrice))") }
    if isInStock { words.append("--in-stock") }
    if isSoldOut { words.append("--sold-out") }
    if let below { words.append("--below \(below)") }
    if isDiscounted { words.append("--discounted") }
    if let since, since == until { return words + ["--on \(since)"] }
    if let since { words.append("--since \(since)") }
    if let until { words.append("--until \(until)") }
    return words
  }
}

extension Session {
  /// What the filter options of a command say.
  ///
  /// - Parameter isWrite: whether they are the ones of ``FilterOptions/writing``.
  func narrowing(_ input: Input, isWrite: Bool = false) throws -> Narrowing {
    var narrowing = Narrowing()
    narrowing.search = (input.value(of: FilterOptions.search) ?? nil)?.value
    narrowing.isMine = isWrite || input.value(of: FilterOptions.mine) ?? false
    if !isWrite {
      narrowing.seller = (input.value(of: FilterOptions.seller) ?? nil)?.value
      narrowing.currency = (input.value(of: FilterOptions.currency) ?? nil)?.currency
    }
    narrowing.isInStock = input.value(of: FilterOptions.inStock) ?? false
    narrowing.isSoldOut = input.value(of: FilterOptions.soldOut) ?? false
    narrowing.below = (input.value(of: FilterOptions.below) ?? nil)?.value
    narrowing.isDiscounted = input.value(of: FilterOptions.discounted) ?? false
    try setPrices(of: &narrowing, input)
    let day = input.value(of: FilterOptions.on) ?? nil
    narrowing.since = day ?? input.value(of: FilterOptions.since) ?? nil
    narrowing.until = day ?? input.value(of: FilterOptions.until) ?? nil
    if let first = narrowing.since, let last = narrowing.until, first > last {
      throw SellerError.filter("--since \(first) is after --until \(last)", at: "--until")
    }
    return narrowing
  }

  /// Amounts are compared within one currency: the one that is written, else one's usual one.
  private func setPrices(of narrowing: inout Narrowing, _ input: Input) throws {
    let bounds = [
      ("--min-price", input.value(of: FilterOptions.minPrice) ?? nil),
      ("--max-price", input.value(of: FilterOptions.maxPrice) ?? nil),
    ]
    var currency = narrowing.currency
    for case (let option, let amount?) in bounds {
      let other = currency ?? amount.currency
      currency = amount.currency ?? currency
      guard currency == other else {
        throw SellerError.filter(
          "\(option) \(amount) is not in \(other?.rawValue ?? "") like the rest", at: option)
      }
    }
    narrowing.currency = currency
    guard bounds.contains(where: { $0.1 != nil }) else { return }
    if narrowing.currency == nil { narrowing.currency = try settings().currency }
    narrowing.minPrice = bounds[0].1?.amount
    narrowing.maxPrice = bounds[1].1?.amount
    if let low = narrowing.minPrice, let high = narrowing.maxPrice, low > high {
      throw SellerError.filter("--min-price \(low) is above --max-price \(high)", at: "--min-price")
    }
  }
}
