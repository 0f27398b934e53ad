import CommandLanguage
package import MarketRender
package import MarketWire
import Messages

extension Listings {
  /// Why a page has no rows.
  package func emptyState(_ query: ListQuery, _ page: ProductPage) async throws -> EmptyState {
    if let last = page.lastPage, last > 0, query.page > last {
      return EmptyState(
        reason: Message(
          count: last, one: "There is only 1 page.", other: "There are only \(last) pages."),
        lead: "Last page", try: query.command(page: last))
    }
    if let state = NotebookListings(self).emptyState(query) { return state }
    let filter = query.filter
    let shop = filter.shopOnly
    let count = filter == shop ? 0 : try await self.count(shop)
    if count == 0 { return try await emptyStateOfShop(shop) }
    let word = filter.search
    let reason: Message
    let scope = Self.scope(shop, count).message
    if let word, filter.withoutSearch == shop {
      reason = "Nothing matches \"\(word)\" among \(scope)."
    } else {
      let resolved = try await resolved(filter)
      let facets = query.filter.withoutShop.facets(
        money: session.settings.money, zone: resolved.marketZone)
      reason = "None of \(scope) matches: \(Message.list(facets))."
    }
    if let word, filter.withoutSearch == shop, !shop.isAll {
      return EmptyState(
        reason: reason, lead: "Search everywhere", try: "search \(Quoting.quote(word))")
    }
    let command = (["list"] + shop.options).joined(separator: " ")
    return EmptyState(
      reason: reason, lead: shop.isAll ? "See everything" : "See all of them", try: command)
  }

  private static func scope(_ shop: ListQuery.Filter, _ count: Int?) -> ListingScope {
    if shop.isMine { return .own(count) }
    return shop.seller.map { .shop($0, count) } ?? .market(count)
  }

  /// Why a shop, or the whole market, has no listings.
  private func emptyStateOfShop(_ shop: ListQuery.Filter) async throws -> EmptyState {
    if shop.isMine {
      return EmptyState(reason: try emptyShopReason(), lead: "Begin", try: "help add")
    }
    if let seller = shop.seller {
      return EmptyState(
        reason: "No shop named \"\(seller)\" sells anything here.", lead: "Search for it",
        try: "search \(Quoting.quote(seller))")
    }
    return EmptyState(
      reason: "This market is empty.", lead: "Sell something",
      try: try market.profile().isHome ? "demo load" : "help add")
  }

  /// The reason for an empty own shop. Only the name of a shop opened here is certain. Elsewhere
  /// the name was typed at login, and it is only known that no listing has it.
  private func emptyShopReason() throws -> Message {
    let profile = try market.profile()
    let isCertain = profile.isHome && profile.vendorID != nil
    guard !isCertain, let shop = profile.shop else { return "You sell nothing here yet." }
    return "No shop named \"\(shop)\" sells anything here."
  }

  /// The number of matching listings; nil if the market does not report it.
  private func count(_ filter: ListQuery.Filter) async throws -> Int? {
    let query = ListQuery(filter: filter, perPage: 1)
    return try await page(query, try await resolved(query)).totalCount
  }
}
