import MarketRender
package import MarketWire
import Messages
import OpenMarketClient

/// Finds what changes among the listings of a filter, round by round.
///
/// A market with revisions sends only what has changed; of any other, the whole list is read again.
package struct MarketWatch: Sendable {
  /// A change of a listing.
  package struct Change: Hashable, Sendable {
    /// The listing as it is now, or as it was before its removal.
    package var product: Product
    /// Empty for a removed listing.
    package var updates: [ListingUpdate]
    /// Whether the listing does not exist any more.
    package var isGone = false
    /// One word for each update.
    package var words: String {
      isGone ? "gone" : updates.map(\.word).joined(separator: " ")
    }
  }

  private let listings: Listings
  private let filter: ListQuery.Filter
  private let resolved: ResolvedListQuery
  private var known: [Int: Product] = [:]
  private var revision: Int?
  private let start: WireDate

  /// Reads the listings of the filter.
  package init(_ filter: ListQuery.Filter, in listings: Listings) async throws {
    self.listings = listings
    self.filter = filter
    resolved = try await listings.resolved(filter)
    start = listings.market.environment.now()
    (known, revision) = try await listings.activity.show("listings", isCounted: true) {
      [resolved] in try await Self.read(resolved, listings)
    }
  }

  /// The number of watched listings.
  package var count: Int { known.count }

  /// Returns what has changed since the last round, in the order of the ids.
  ///
  /// After an error the next call returns these changes, too.
  package mutating func nextChanges() async throws -> [Change] {
    var next = self
    let found = try await next.readChanges()
    self = next
    return found
  }

  private mutating func readChanges() async throws -> [Change] {
    var found: [Change] = []
    if revision != nil, try await readChanges(into: &found) { return found }
    var (now, newRevision) = try await Self.read(resolved, listings)
    for id in Set(known.keys).union(now.keys).sorted() {
      if let product = now[id] {
        if let change = change(to: product) { found.append(change) }
      } else if let old = known[id] {
        // It may not match the filter any more, or have moved to a page that was read before.
        guard let product = try await living(id) else {
          found.append(Change(product: old, updates: [], isGone: true))
          continue
        }
        if resolved.fits(product) { now[id] = product.rowOnly }
        if let change = change(to: product) { found.append(change) }
      }
    }
    (known, revision) = (now, newRevision)
    return found
  }

  /// The listing; nil if it was removed.
  private func living(_ id: Int) async throws -> Product? {
    try await listings.existing(id, try await listings.market.client())
  }

  /// Reads the changes since the last revision; false if the market no longer has them.
  private mutating func readChanges(into found: inout [Change]) async throws -> Bool {
    let client = try await listings.market.client()
    while let since = revision {
      guard let reading = try await client.changes(since: since) else { return false }
      let page = try listings.market.value(of: reading)
      for product in page.products.sorted(by: { $0.id < $1.id }) {
        let isWanted = resolved.fits(product.rowOnly)
        if isWanted || known[product.id] != nil, let change = change(to: product) {
          found.append(change)
        }
        known[product.id] = isWanted ? product.rowOnly : nil
      }
      for id in page.removed.sorted() {
        guard let old = known.removeValue(forKey: id) else { continue }
        found.append(Change(product: old, updates: [], isGone: true))
      }
      revision = page.revision
      guard page.hasMore else { return true }
    }
    return true
  }

  /// How a listing differs from the last round; nil if it does not.
  private func change(to product: Product) -> Change? {
    guard let old = known[product.id] else {
      let created = product.createdAtExact ?? product.createdAt
      let isOlder = created.map { $0 < start.midnight } ?? false
      let isOlderExactly = product.createdAtExact.map { $0 < start } ?? isOlder
      guard isOlderExactly else { return Change(product: product, updates: [.added]) }
      // It did not match the filter before.
      return Change(product: product, updates: [filter.isSoldOut ? .soldOut : .edited])
    }
    let updates = ListingSnapshot(old).updates(to: ListingSnapshot(product))
    if !updates.isEmpty { return Change(product: product, updates: updates) }
    let isSame = old.isSameRow(as: product)
    return isSame && revision == nil ? nil : Change(product: product, updates: [.edited])
  }

  private static func read(
    _ resolved: ResolvedListQuery, _ listings: Listings
  ) async throws -> (known: [Int: Product], revision: Int?) {
    let client = try await listings.market.client()
    var known: [Int: Product] = [:]
    var revision: Int?
    var count = 0
    for try await reading in client.pages(resolved.request(perPage: 1000)) {
      let page = try listings.market.value(of: reading)
      // Changes while the pages are read come again in the first round.
      revision = revision ?? page.revision
      for product in page.products where resolved.fits(product) {
        known[product.id] = product.rowOnly
      }
      count += page.products.count
      listings.activity.update(done: count, total: page.totalCount)
    }
    return (known, try await client.supports(.revision) ? revision : nil)
  }
}

extension Product {
  /// The listing without texts that are not compared, which would take most of the memory.
  fileprivate var rowOnly: Product {
    var row = self
    row.description = nil
    row.pictures = nil
    return row
  }

  fileprivate func isSameRow(as other: Product) -> Bool {
    name == other.name && price == other.price && discount == other.discount
      && stock == other.stock && thumbnail == other.thumbnail
  }
}
