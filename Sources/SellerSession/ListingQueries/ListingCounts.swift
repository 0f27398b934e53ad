import MarketRender
package import MarketWire
import Messages
import OpenMarketClient

/// Numbers about listings, from the market or counted here.
package struct ListingCounts: Sendable {
  package let listings: Listings

  package init(_ listings: Listings) {
    self.listings = listings
  }

  private var market: CurrentMarket { listings.market }
  private var activity: Activity { listings.activity }

  /// Returns statistics about the listings of a filter.
  package func summary(_ filter: ListQuery.Filter) async throws -> MarketSummary {
    if filter.isMine, try market.ownShop() == nil { return MarketSummary() }
    let query = ListQuery(filter: filter)
    let resolved = try await listings.resolved(query)
    if filter.isFromNotebook {
      return MarketSummary(of: try await NotebookListings(listings).chosen(query, resolved))
    }
    let client = try await market.client()
    if resolved.isLeftToMarket, market.source?.cachedClient == nil,
      try await client.supports(.summary)
    {
      return try await activity.show("statistics") {
        try market.value(of: try await client.summary(resolved.sent))
      }
    }
    let (all, positions) = try await activity.show("listings", isCounted: true) {
      try await listings.selection(query, resolved)
    }
    var tally = MarketSummary.Tally()
    for position in positions {
      if let product = all?[position] { tally.add(product) }
    }
    return tally.summary()
  }

  /// Returns the number of listings of a filter that are in stock, but running low.
  package func runningLow(_ filter: ListQuery.Filter) async throws -> Int {
    var low = filter
    let limit = listings.market.settings.preferences.lowStock
    guard !filter.isSoldOut else { return 0 }
    low.isInStock = true
    low.below = min(filter.below ?? limit, limit)
    let query = ListQuery(filter: low, perPage: 1)
    return try await listings.page(query, try await listings.resolved(query)).totalCount ?? 0
  }

  /// Calls `body` with each listing of a filter, in pieces.
  package func forEach(
    _ filter: ListQuery.Filter, _ body: (Product) -> Void
  ) async throws {
    if filter.isMine, try market.ownShop() == nil { return }
    let query = ListQuery(filter: filter)
    let resolved = try await listings.resolved(query)
    if filter.isFromNotebook {
      for product in try await NotebookListings(listings).chosen(query, resolved) { body(product) }
      return
    }
    var count = 0
    for try await reading in try await market.client().pages(resolved.request(perPage: 1000)) {
      let page = try market.value(of: reading)
      for product in page.products where resolved.fits(product) { body(product) }
      count += page.products.count
      activity.update(done: count, total: page.totalCount)
    }
  }
}
