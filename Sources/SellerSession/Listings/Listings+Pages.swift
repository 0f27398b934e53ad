import Foundation
import LocalFiles
import MarketRender
package import MarketWire
package import OpenMarketClient

// Pages of lists, from the market or computed here.
extension Listings {
  /// A page of a list: the market's own, or one computed here from all its listings.
  package func page(_ query: ListQuery, _ resolved: ResolvedListQuery) async throws -> ProductPage {
    if query.filter.isMine, try market.ownShop() == nil { return .empty }
    if query.filter.isFromNotebook {
      return Self.page(of: try await NotebookListings(self).chosen(query, resolved), query)
    }
    if resolved.isLeftToMarket {
      return try market.value(
        of: try await market.client().products(
          resolved.request(page: query.page, perPage: query.perPage)))
    }
    let (listings, positions) = try await selection(query, resolved)
    let (before, isTooFar) = (query.page - 1).multipliedReportingOverflow(by: query.perPage)
    let start = isTooFar ? positions.count : min(before, positions.count)
    let end = min(start + query.perPage, positions.count)
    return ProductPage(
      pageNumber: query.page, itemsPerPage: query.perPage, totalCount: positions.count,
      products: try positions[start..<end].compactMap { try listings?.product(at: $0) })
  }

  /// A page of listings that are all known.
  private static func page(of products: [Product], _ query: ListQuery) -> ProductPage {
    let (before, isTooFar) = (query.page - 1).multipliedReportingOverflow(by: query.perPage)
    let start = isTooFar ? products.count : min(before, products.count)
    return ProductPage(
      pageNumber: query.page, itemsPerPage: query.perPage, totalCount: products.count,
      products: Array(products[start..<min(start + query.perPage, products.count)]))
  }

  /// All listings of a query, collected from the market if not available here.
  package func selection(
    _ query: ListQuery, _ resolved: ResolvedListQuery
  ) async throws -> (listings: CollectedListings?, positions: [Int]) {
    if query.filter.isMine, try market.ownShop() == nil { return (nil, []) }
    let wanted = CollectionCache.Key(
      market: try market.profile().key, sent: resolved.sent, sort: resolved.sentSort)
    let known = browser.withCollections { $0.listings(for: wanted) }
    if let known,
      let positions = browser.withCollections({ $0.positions(of: resolved, in: known.key) })
    {
      return (known.listings, positions)
    }
    let key = known?.key ?? wanted
    let sort = key.sort == resolved.sort ? nil : resolved.sort
    let (listings, positions) =
      if let known {
        (known.listings, known.listings.positions(sort: sort, where: resolved.fits))
      } else {
        try await collect(resolved, sort)
      }
    // A market that can filter and sort gets a new request each time.
    if resolved.isWorthKeeping, market.source?.cachedClient == nil {
      browser.withCollections { collections in
        if known == nil { collections.keep(listings, for: key) }
        collections.keep(positions, of: resolved, in: key)
      }
    }
    return (listings, positions)
  }

  private func collect(
    _ resolved: ResolvedListQuery, _ sort: ListingSort?
  ) async throws -> (listings: CollectedListings, positions: [Int]) {
    var issues: [DecodingIssue] = []
    let (listings, positions) = try await CollectedListings.read(
      try await market.client().pages(resolved.request(perPage: 1000)),
      folder: session.environment.paths.cache,
      sort: sort, where: resolved.fits,
      onPage: { done, total, more in
        activity.update(done: done, total: total)
        market.source?.extent.note(total: total)
        // Only the first one and an approximate number are reported.
        if issues.count < 1000 { issues += more }
      })
    return (try market.value(of: MarketWire.Decoded(listings, issues: issues)), positions)
  }

  /// The query as the market of the command can answer it.
  package func resolved(_ query: ListQuery) async throws -> ResolvedListQuery {
    let own = try market.ownShop()
    // Queries that every market supports need no request.
    let isPlain =
      query.filter.wireFilter(own: own, timeZone: .gmt).isSearchOnly && query.sort.isDefault
    let extensions =
      isPlain ? MarketExtensions([]) : try await market.client().extensions()
    return query.resolved(
      own: own, timeZone: session.environment.timeZone, extensions: extensions)
  }

  /// A filter as the market of the command can answer it.
  package func resolved(_ filter: ListQuery.Filter) async throws -> ResolvedListQuery {
    try await resolved(ListQuery(filter: filter))
  }
}
