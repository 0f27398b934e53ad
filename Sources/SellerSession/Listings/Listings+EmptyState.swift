import CommandLanguage
package import MarketRender
package import MarketWire

extension Listings {
  /// Why a page has no rows.
  package func emptyState(_ query: ListQuery, _ page: ProductPage) async throws -> EmptyState {
    if let last = page.lastPage, last > 0, query.page > last {
      return EmptyState(
        reason: last == 1 ? "There is only 1 page." : "There are only \(last) pages.",
        lead: "Last one", try: query.command(page: last))
    }
    let filter = query.filter
    let shop = filter.shopOnly
    let count = filter == shop ? 0 : try await self.count(shop)
    if count == 0 { return try await emptyStateOfShop(shop) }
    let word = filter.search
    let reason: String
    if let word, filter.withoutSearch == shop {
      reason = "Nothing matches \"\(word)\" among \(Self.scope(shop, count))."
    } else {
      let resolved = try await resolved(filter)
      let facets = query.filter.withoutShop.facets(
        money: session.settings.money, zone: resolved.marketZone)
      reason = "None of \(Self.scope(shop, count)) fits: \(facets.joined(separator: ", "))."
    }
    if let word, filter.withoutSearch == shop, !shop.isAll {
      return EmptyState(
        reason: reason, lead: "Look everywhere", try: "search \(Quoting.quote(word))")
    }
    let command = (["list"] + shop.options).joined(separator: " ")
    return EmptyState(
      reason: reason, lead: shop.isAll ? "See everything" : "See them all", try: command)
  }

  /// The set of listings as text: `your 40 listings`, `the 3 listings of Pines`, `the 122 listings
  /// here`.
  package static func scope(_ shop: ListQuery.Filter, _ count: Int?) -> String {
    let number = count.map { $0 == 1 ? "1 listing" : "\($0) listings" } ?? "listings"
    if shop.isMine { return "your \(number)" }
    return "the \(number) \(shop.seller.map { "of \($0)" } ?? "here")"
  }

  /// Why a shop, or the whole market, has no listings.
  private func emptyStateOfShop(_ shop: ListQuery.Filter) async throws -> EmptyState {
    if shop.isMine {
      return EmptyState(reason: try emptyShopReason(), lead: "Begin", try: "help add")
    }
    if let seller = shop.seller {
      return EmptyState(
        reason: "Nothing here is sold by a shop named \"\(seller)\".", lead: "Look for it",
        try: "search \(Quoting.quote(seller))")
    }
    return EmptyState(
      reason: "This market is empty.", lead: "Sell something",
      try: try market.profile().isHome ? "demo load" : "help add")
  }

  /// The reason for an empty own shop. Only the name of a shop opened here is certain. Elsewhere
  /// the name was typed at login, and it is only known that no listing has it.
  private func emptyShopReason() throws -> String {
    let profile = try market.profile()
    let isCertain = profile.isHome && profile.vendorID != nil
    guard !isCertain, let shop = profile.shop else { return "You sell nothing here yet." }
    return "Nothing here is sold by a shop named \"\(shop)\"."
  }

  /// The number of matching listings; nil if the market does not report it.
  private func count(_ filter: ListQuery.Filter) async throws -> Int? {
    let query = ListQuery(filter: filter, perPage: 1)
    return try await page(query, try await resolved(query)).totalCount
  }
}
