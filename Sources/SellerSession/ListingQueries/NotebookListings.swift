import Formatting
package import MarketRender
package import MarketWire
package import Messages
import OpenMarketClient
import SellerFiles

/// Lists of listings that the notebook chooses: starred ones, and those that have changed.
package struct NotebookListings: Sendable {
  package let listings: Listings

  package init(_ listings: Listings) {
    self.listings = listings
  }

  private var market: CurrentMarket { listings.market }
  private var activity: Activity { listings.activity }

  /// The number of requests at the same time for single listings.
  private static let requestLimit = 8

  /// Returns the listings that the notebook chooses and that match the rest of the filter, sorted.
  package func chosen(_ query: ListQuery, _ resolved: ResolvedListQuery) async throws -> [Product] {
    var products =
      query.filter.isChanged ? try await changed() : try await starred()
    if query.filter.isChanged, query.filter.isStarred {
      let entries = market.markReader(for: []).entries
      products.removeAll { entries[$0.id]?.starred == nil }
    }
    if query.filter.isMine, try market.ownShop() == nil { return [] }
    products = resolved.sort.sorted(products.filter(resolved.fits))
    return query.codeOrder?.sorted(products, codes: market.codes(), id: \.id) ?? products
  }

  /// Returns the starred listings that exist, and stores which do not.
  private func starred() async throws -> [Product] {
    let account = try market.notebookAccount()
    let ids = try market.notebook.entries(for: account).values
      .filter { $0.starred != nil }.map(\.listing).sorted(by: >)
    let found = try await products(ids)
    try? market.notebook.record(
      existing: found.compactMapValues { $0?.name },
      gone: found.filter { $0.value == nil }.map(\.key), at: market.environment.now(),
      for: account)
    return ids.compactMap { found[$0] ?? nil }
  }

  /// Reads listings, several at a time; nil for those that do not exist any more.
  package func products(_ ids: [Int]) async throws -> [Int: Product?] {
    let client = try await market.client()
    return try await activity.show("listings", total: ids.count > 1 ? ids.count : nil) {
      try await withThrowingTaskGroup(of: (Int, Product?).self) { group in
        var found: [Int: Product?] = [:]
        for (index, id) in ids.enumerated() {
          if index >= Self.requestLimit, let (id, product) = try await group.next() {
            found[id] = .some(product)
            activity.update(done: found.count)
          }
          group.addTask { (id, try await Self.product(id, client)) }
        }
        while let (id, product) = try await group.next() { found[id] = .some(product) }
        return found
      }
    }
  }

  /// A listing; nil only if the market itself says that it does not exist.
  private static func product(_ id: Int, _ client: OpenMarketClient) async throws -> Product? {
    do throws(ClientError) {
      return try await client.product(id).value
    } catch {
      guard error.isRemoval else { throw error }
      return nil
    }
  }

  /// Returns the listings that have changed since the last visit: those that the market names, or
  /// those of the whole list that differ from what was seen.
  package func changed() async throws -> [Product] {
    let reader = market.markReader()
    guard let visit = reader.visit, visit.previousEnd != nil else { return [] }
    if let revision = visit.previousRevision, let named = try await changes(since: revision) {
      return named.filter { !reader.updates(of: $0, hasChanged: true).isEmpty }
    }
    var query = ListQuery()
    query.isAll = true
    let resolved = try await listings.resolved(query)
    let (all, positions) = try await activity.show("listings", isCounted: true) {
      try await listings.selection(query, resolved)
    }
    return positions.compactMap { all?[$0] }
      .filter { !reader.updates(of: $0).isEmpty }
  }

  /// Returns the listings that were added or changed after a revision; nil if the market cannot
  /// tell.
  private func changes(since revision: Int) async throws -> [Product]? {
    let client = try await market.client()
    guard try await client.supports(.revision), market.source?.cachedClient == nil else {
      return nil
    }
    return try await activity.show("changes", isCounted: true) {
      var products: [Int: Product] = [:]
      var next = revision
      while true {
        guard let reading = try await client.changes(since: next) else { return nil }
        let page = try market.value(of: reading)
        for product in page.products { products[product.id] = product }
        for id in page.removed { products[id] = nil }
        activity.update(done: products.count, total: page.totalCount)
        guard page.hasMore else { return products.values.sorted { $0.id > $1.id } }
        next = page.revision
      }
    }
  }

  /// A sentence about the starred listings that do not exist any more.
  package func goneNote() -> Message? {
    let gone = market.markReader(for: []).entries.values
      .filter { $0.starred != nil && $0.gone != nil }.sorted { $0.listing > $1.listing }
    guard !gone.isEmpty else { return nil }
    let names = gone.prefix(10).map { "\($0.listing) \($0.name)" as Message }
    let rest = gone.count - names.count
    let all = rest > 0 ? names + ["\(rest) more"] : names
    return "gone, but still in your notebook: \(Message.list(all, .dot))"
  }

  /// Why a list that the notebook chooses is empty; nil if other filters may be the reason.
  package func emptyState(_ query: ListQuery) -> EmptyState? {
    let filter = query.filter
    let entries = market.markReader(for: []).entries.values
    if filter.isStarred, !entries.contains(where: { $0.starred != nil }) {
      return EmptyState(
        reason: "You have starred nothing here.", lead: "Star a listing", try: "star 12")
    }
    if filter.isStarred, !entries.contains(where: { $0.starred != nil && $0.gone == nil }) {
      return EmptyState(
        reason: "Your starred listings do not exist any more.", lead: "Your notes", try: "notebook")
    }
    guard filter.isChanged, !filter.isStarred else { return nil }
    guard let end = market.visit?.previousEnd else {
      return EmptyState(
        reason: "There is no earlier visit to compare with.", lead: "See everything", try: "list")
    }
    let dates = DateText(
      now: market.environment.now(), timeZone: market.environment.timeZone)
    return EmptyState(
      reason: "Nothing has changed since your last visit, \(dates.since(moment: end)).",
      lead: "See everything", try: "list")
  }
}

extension ListQuery.Filter {
  /// Whether the notebook chooses the listings, so that no market can do it.
  package var isFromNotebook: Bool { isStarred || isChanged }
}
