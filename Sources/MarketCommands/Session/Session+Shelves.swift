/// What is read from a market that cannot narrow or order lists, and kept to go on with.
import MarketRender
import MarketWire
import OpenMarketClient

/// CollectionCache read in this session, the newest last; together they hold no more than one may.
struct CollectionCache: Sendable {
  /// What a shelf holds.
  struct Key: Hashable, Sendable {
    let market: MarketProfile.Key
    let sent: ListingFilter
    let sort: ListingSort
  }

  private struct Entry: Sendable {
    let key: Key
    let shelf: CollectedListings
    /// The last way to a list, with what it came to: the next page needs it again.
    var last: (plan: ListPlan, places: [Int])?
  }

  private var entries: [Entry] = []

  /// The shelf for a plan: the one that was read for it, or one that holds everything.
  func shelf(for key: Key) -> (key: Key, shelf: CollectedListings)? {
    let everything = Key(market: key.market, sent: .all, sort: .newest)
    return (entries.last { $0.key == key } ?? entries.last { $0.key == everything })
      .map { ($0.key, $0.shelf) }
  }

  func places(of plan: ListPlan, in key: Key) -> [Int]? {
    entries.last { $0.key == key && $0.last?.plan == plan }?.last?.places
  }

  mutating func keep(_ shelf: CollectedListings, for key: Key) {
    entries.removeAll { $0.key == key }
    entries.append(Entry(key: key, shelf: shelf))
    while entries.map(\.shelf.count).reduce(0, +) > CollectedListings.rowLimit {
      entries.removeFirst()
    }
  }

  mutating func keep(_ places: [Int], of plan: ListPlan, in key: Key) {
    for index in entries.indices where entries[index].key == key {
      entries[index].last = (plan, places)
    }
  }
}

extension Session {
  /// A page of a list: the market's own, or one made here of all that it has.
  func page(_ request: ListRequest, _ plan: ListPlan) async throws -> ProductPage {
    if request.narrowing.isMine, try ownShop() == nil { return .empty }
    if plan.isLeftToMarket {
      return try value(
        of: try await client().products(plan.query(page: request.page, perPage: request.perPage)))
    }
    let (shelf, places) = try await selection(request, plan)
    let (before, isTooFar) = (request.page - 1).multipliedReportingOverflow(by: request.perPage)
    let start = isTooFar ? places.count : min(before, places.count)
    let end = min(start + request.perPage, places.count)
    return ProductPage(
      pageNumber: request.page, itemsPerPage: request.perPage, totalCount: places.count,
      products: try places[start..<end].compactMap { try shelf?.product(at: $0) })
  }

  /// All of a list by its places on a shelf, which is read where it is not there.
  func selection(
    _ request: ListRequest, _ plan: ListPlan
  ) async throws -> (shelf: CollectedListings?, places: [Int]) {
    if request.narrowing.isMine, try ownShop() == nil { return (nil, []) }
    let wanted = CollectionCache.Key(
      market: try profile().key, sent: plan.sent, sort: plan.sentSort)
    let known = withState { $0.shelves.shelf(for: wanted) }
    if let known, let places = withState({ $0.shelves.places(of: plan, in: known.key) }) {
      return (known.shelf, places)
    }
    let key = known?.key ?? wanted
    let sort = key.sort == plan.sort ? nil : plan.sort
    let (shelf, places) =
      if let known {
        (known.shelf, known.shelf.places(sort: sort, where: plan.fits))
      } else {
        try await readShelf(plan, sort)
      }
    // A market that can do both is asked again each time; what it said long ago is not gone by.
    if plan.isKept, Self.readSource?.kept == nil {
      withState { state in
        if known == nil { state.shelves.keep(shelf, for: key) }
        state.shelves.keep(places, of: plan, in: key)
      }
    }
    return (shelf, places)
  }

  private func readShelf(
    _ plan: ListPlan, _ sort: ListingSort?
  ) async throws -> (shelf: CollectedListings, places: [Int]) {
    var issues: [ReadIssue] = []
    let (shelf, places) = try await CollectedListings.read(
      try await client().pages(plan.query(perPage: 1000)), folder: environment.paths.cache,
      sort: sort, where: plan.fits,
      onPage: { done, total, more in
        activity.update(done: done, total: total)
        Self.readSource?.extent.note(total: total)
        // Of what could not be read the first is told, and about how much it was.
        if issues.count < 1000 { issues += more }
      })
    return (try value(of: MarketWire.Reading(shelf, issues: issues)), places)
  }

  /// What is on shelves may have changed: by an own write, or because the seller wants to see.
  func forgetShelves() { withState { $0.shelves = CollectionCache() } }
}
