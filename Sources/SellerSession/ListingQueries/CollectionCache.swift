import MarketRender
package import MarketWire
package import OpenMarketClient

/// The lists collected in this session from markets that cannot filter or sort, the newest last.
/// Together they contain at most `CollectedListings.rowLimit` rows.
package struct CollectionCache: Sendable {
  /// What a collected list contains.
  package struct Key: Hashable, Sendable {
    package let market: MarketProfile.Key
    package let sent: ListingFilter
    package let sort: ListingSort
  }

  private struct Entry: Sendable {
    let key: Key
    let listings: CollectedListings
    /// The last query and the positions of its listings, for its next page.
    var last: (query: ResolvedListQuery, positions: [Int])?
  }

  /// That of ``SessionCaches`` when the lists were collected.
  var version = 0
  private var entries: [Entry] = []

  /// The listings collected for a key, or all listings of its market.
  package func listings(for key: Key) -> (key: Key, listings: CollectedListings)? {
    let everything = Key(market: key.market, sent: .all, sort: .newest)
    return (entries.last { $0.key == key } ?? entries.last { $0.key == everything })
      .map { ($0.key, $0.listings) }
  }

  /// The positions of a query's listings, if it was the last query of this list.
  package func positions(of query: ResolvedListQuery, in key: Key) -> [Int]? {
    entries.last { $0.key == key && $0.last?.query == query }?.last?.positions
  }

  package mutating func keep(_ listings: CollectedListings, for key: Key) {
    entries.removeAll { $0.key == key }
    entries.append(Entry(key: key, listings: listings))
    while entries.map(\.listings.count).reduce(0, +) > CollectedListings.rowLimit {
      entries.removeFirst()
    }
  }

  package mutating func keep(_ positions: [Int], of query: ResolvedListQuery, in key: Key) {
    for index in entries.indices where entries[index].key == key {
      entries[index].last = (query, positions)
    }
  }
}
