package import CommandLanguage
package import Formatting
package import Foundation
package import MarketRender
package import MarketWire
package import Messages

extension ListQuery {
  /// Selects listings, in the seller's words and days.
  package struct Filter: Hashable, Sendable {
    package var search: String?
    /// Whether the word may also be in a description, which no market searches by itself.
    package var searchesDescriptions = false
    package var isMine = false
    package var seller: String?
    package var currency: Currency?
    package var minPrice: Decimal?
    package var maxPrice: Decimal?
    package var isInStock = false
    package var isSoldOut = false
    package var below: Int?
    package var isDiscounted = false
    /// The first and the last day, both inclusive.
    package var since: CalendarDay?
    package var until: CalendarDay?
    package var isStarred = false
    /// Whether only listings count that have changed since the last visit.
    package var isChanged = false

    package init() {}

    /// Whether it matches every listing.
    package var isAll: Bool { self == Filter() }

    /// The filter without its search word.
    package var withoutSearch: Filter {
      var rest = self
      rest.search = nil
      rest.searchesDescriptions = false
      return rest
    }

    /// The filter without its shop.
    package var withoutShop: Filter {
      var rest = self
      rest.isMine = false
      rest.seller = nil
      return rest
    }

    /// The filter with only its shop.
    package var shopOnly: Filter {
      var rest = Filter()
      rest.isMine = isMine
      rest.seller = seller
      return rest
    }

    /// The filter in the wire format.
    ///
    /// - Parameters:
    ///   - own: the seller's shop, for `isMine`.
    ///   - timeZone: the time zone of the days.
    package func wireFilter(own: OwnShop?, timeZone: TimeZone) -> ListingFilter {
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

    /// Whether it compares days.
    package var hasDays: Bool { since != nil || until != nil }
  }
}

extension ListQuery.Filter {
  /// The parts of a heading: `mine`, `"mug"`, `from ₩10,000`.
  ///
  /// - Parameter zone: the time zone of the days, if it is not the seller's.
  package func facets(money: MoneyText, zone: String?) -> [Message] {
    var facets: [Message] = []
    if isMine { facets.append("mine") }
    if let seller { facets.append("by \(seller)") }
    if let search {
      facets.append(
        searchesDescriptions ? "\"\(search)\", also in descriptions" : "\"\(search)\"")
    }
    if let prices = prices(money) { facets.append(prices) }
    if let currency { facets.append("in \(formatted: currency.rawValue)") }
    if isInStock { facets.append("in stock") }
    if isSoldOut { facets.append("sold out") }
    if let below { facets.append("fewer than \(below) left") }
    if isDiscounted { facets.append("discounted") }
    if isStarred { facets.append("starred") }
    if isChanged { facets.append("changed since your last visit") }
    if let days { facets.append(zone.map { "\(days) (\(formatted: $0))" } ?? days) }
    return facets
  }

  private func prices(_ money: MoneyText) -> Message? {
    func amount(_ amount: Decimal) -> String {
      currency.map { money.text(Money(amount, $0)) } ?? "\(amount)"
    }
    return switch (minPrice, maxPrice) {
    case (let low?, let high?) where low == high: "\(formatted: amount(low))"
    case (let low?, let high?): "\(formatted: amount(low)) to \(formatted: amount(high))"
    case (let low?, nil): "from \(formatted: amount(low))"
    case (nil, let high?): "up to \(formatted: amount(high))"
    case (nil, nil): nil
    }
  }

  private var days: Message? {
    switch (since, until) {
    case (let first?, let last?) where first == last: "on \(formatted: "\(first)")"
    case (let first?, let last?): "\(formatted: "\(first)") to \(formatted: "\(last)")"
    case (let first?, nil): "since \(formatted: "\(first)")"
    case (nil, let last?): "until \(formatted: "\(last)")"
    case (nil, nil): nil
    }
  }

  /// The same filter as typed options.
  package var options: [String] {
    var words: [String] = []
    if isMine { words.append("--mine") }
    if let seller { words.append("--shop \(Quoting.quote(seller))") }
    if let search { words.append("--search \(Quoting.quote(search))") }
    if searchesDescriptions { words.append("--descriptions") }
    if let currency { words.append("--currency \(currency.rawValue)") }
    if let minPrice { words.append("--min-price \(WrittenAmount(minPrice))") }
    if let maxPrice { words.append("--max-price \(WrittenAmount(maxPrice))") }
    if isInStock { words.append("--in-stock") }
    if isSoldOut { words.append("--sold-out") }
    if let below { words.append("--below \(below)") }
    if isDiscounted { words.append("--discounted") }
    if isStarred { words.append("--starred") }
    if isChanged { words.append("--changed") }
    if let since, since == until { return words + ["--on \(since)"] }
    if let since { words.append("--since \(since)") }
    if let until { words.append("--until \(until)") }
    return words
  }
}
