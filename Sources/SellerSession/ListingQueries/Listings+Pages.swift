import CommandLanguage
import Foundation
package import MarketRender
package import MarketWire
import Messages
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
      products: positions[start..<end].compactMap { listings?[$0] })
  }

  /// A page of listings that are all known.
  private static func page(of products: [Product], _ query: ListQuery) -> ProductPage {
    let (before, isTooFar) = (query.page - 1).multipliedReportingOverflow(by: query.perPage)
    let start = isTooFar ? products.count : min(before, products.count)
    return ProductPage(
      pageNumber: query.page, itemsPerPage: query.perPage, totalCount: products.count,
      products: Array(products[start..<min(start + query.perPage, products.count)]))
  }

  /// All listings of a query in its order, collected from the market if not available here.
  package func selection(
    _ query: ListQuery, _ resolved: ResolvedListQuery
  ) async throws -> (listings: CollectedListings?, positions: [Int]) {
    var found = try await collection(query, resolved)
    if let order = query.codeOrder, let listings = found.listings {
      found.positions = order.sorted(found.positions, codes: market.codes()) {
        listings[$0].id
      }
    }
    return found
  }

  private func collection(
    _ query: ListQuery, _ resolved: ResolvedListQuery
  ) async throws -> (listings: CollectedListings?, positions: [Int]) {
    if query.filter.isMine, try market.ownShop() == nil { return (nil, []) }
    let wanted = CollectionCache.Key(
      market: try market.profile().key, sent: resolved.sent, sort: resolved.sentSort)
    let version = market.caches.collectionVersion
    let known = browser.withCollections(version) { $0.listings(for: wanted) }
    if let known,
      let positions = browser.withCollections(
        version, { $0.positions(of: resolved, in: known.key) })
    {
      return (known.listings, positions)
    }
    let key = known?.key ?? wanted
    let listings =
      if let known { known.listings } else { try await collect(resolved) }
    let sort = key.sort == resolved.sort ? nil : resolved.sort
    let positions = listings.positions(sort: sort, where: resolved.fits)
    // A market that can filter and sort gets a new request each time.
    if resolved.isWorthKeeping, market.source?.cachedClient == nil {
      browser.withCollections(version) { collections in
        if known == nil { collections.keep(listings, for: key) }
        collections.keep(positions, of: resolved, in: key)
      }
    }
    return (listings, positions)
  }

  private func collect(_ resolved: ResolvedListQuery) async throws -> CollectedListings {
    var issues: [DecodingIssue] = []
    let listings = try await CollectedListings.read(
      try await market.client().pages(resolved.request(perPage: 1000)),
      onPage: { done, total, more in
        activity.update(done: done, total: total)
        market.source?.extent.record(total: total)
        // Only the first one and an approximate number are reported.
        if issues.count < 1000 { issues += more }
      })
    return try market.value(of: MarketWire.Decoded(listings, issues: issues))
  }

  /// The query as the market of the command can answer it.
  package func resolved(_ query: ListQuery) async throws -> ResolvedListQuery {
    let own = try market.ownShop()
    // Queries that every market supports need no request.
    let isPlain =
      query.filter.wireFilter(own: own, timeZone: .gmt).isSearchOnly && query.sort.isDefault
      && !query.filter.searchesDescriptions
    let extensions =
      isPlain ? MarketExtensions([]) : try await market.client().extensions()
    return query.resolved(
      own: own, timeZone: market.environment.timeZone, extensions: extensions)
  }

  /// A filter as the market of the command can answer it.
  package func resolved(_ filter: ListQuery.Filter) async throws -> ResolvedListQuery {
    try await resolved(ListQuery(filter: filter))
  }
}

// Why a page has no rows.
extension Listings {
  /// The same for a search of initial consonants; nil for any other.
  private static func initials(_ word: String?, _ scope: Message) -> EmptyState? {
    guard let word, word.unicodeScalars.allSatisfy({ (0x3131...0x314E).contains($0.value) }) else {
      return nil
    }
    return EmptyState(
      reason: """
        Nothing matches "\(word)" among \(scope): a search needs whole syllables; initial consonants \
        only complete names at the prompt.
        """)
  }

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
    if let state = Self.initials(word, scope) { return state }
    if let word, filter.withoutSearch == shop, !filter.searchesDescriptions {
      reason = "Nothing matches \"\(word)\" among \(scope); descriptions are not searched."
    } else {
      let resolved = try await resolved(filter)
      let facets = query.filter.withoutShop.facets(
        money: market.settings.money, zone: resolved.marketZone)
      reason = "None of \(scope) matches: \(Message.list(facets))."
    }
    if let word, filter.withoutSearch == shop, !filter.searchesDescriptions {
      var wider = filter
      wider.searchesDescriptions = true
      let plain = "search \(Quoting.quote(word)) --descriptions"
      return EmptyState(
        reason: reason, lead: "Search descriptions, too",
        try: shop.isAll ? plain : (["list"] + wider.options).joined(separator: " "))
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
      return EmptyState(
        reason: try emptyShopReason(), lead: "Begin", try: market.scope.firstCommand)
    }
    if let seller = shop.seller {
      return EmptyState(
        reason: "No shop named \"\(seller)\" sells anything here.", lead: "Search for it",
        try: "search \(Quoting.quote(seller))")
    }
    return EmptyState(
      reason: "This market is empty.", lead: "Sell something",
      try: try market.profile().isHome ? "demo load" : market.scope.firstCommand)
  }

  /// The reason for an empty own shop. A name that was only typed at login may be wrong: it is only known
  /// that no listing has it.
  private func emptyShopReason() throws -> Message {
    let profile = try market.profile()
    guard profile.vendorID == nil, let shop = profile.shop else {
      return "You sell nothing here yet."
    }
    return "No shop named \"\(shop)\" sells anything here."
  }

  /// The number of matching listings; nil if the market does not report it.
  private func count(_ filter: ListQuery.Filter) async throws -> Int? {
    let query = ListQuery(filter: filter, perPage: 1)
    return try await page(query, try await resolved(query)).totalCount
  }
}
