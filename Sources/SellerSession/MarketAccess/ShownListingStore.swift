package import CommandLanguage
package import MarketRender
package import MarketWire
package import SellerFiles
package import Synchronization

/// The recently shown listings, by market and account, for completion at the prompt.
///
/// Only a prompt has completion, so scripts record nothing.
package final class ShownListingStore: Sendable {
  private let folder: String
  private let state = Mutex<[ShownListings.Key: ShownListings]>([:])
  /// The markets and accounts whose listings were learned, and have not changed since.
  private let learned = Mutex<Set<ShownListings.Key>>([])

  /// - Parameter folder: the cache folder.
  package init(folder: String) {
    self.folder = folder
  }

  /// Records the listings of an answer.
  package func record(_ output: Output, in market: CurrentMarket) {
    switch output {
    case .listings(let listing):
      record(listing.rows.map { ShownListing($0.product, isOwn: listing.isOwn($0)) }, in: market)
    case .detail(let detail): record([detail], in: market)
    case .details(let details): record(details, in: market)
    case .change(let change): record([change], in: market)
    case .changes(let changes): record(changes, in: market)
    default: break
    }
  }

  /// Takes the listings of a market that answers at once, so that they are completed before they
  /// were shown.
  ///
  /// - Parameter isAll: whether the market has no other listings.
  package func learn(
    _ products: [Product], isAll: Bool, of own: OwnShop?, in market: CurrentMarket
  ) throws {
    let rows = products.map { ShownListing($0, isOwn: own?.owns($0) ?? false) }
    let key = try market.profile().shownKey
    withListings(key) { $0.learn(rows, isAll: isAll) }
    learned.withLock { _ = $0.insert(key) }
  }

  /// Whether the listings of the market were learned for this account.
  package func knowsAll(of market: CurrentMarket) -> Bool {
    guard let key = try? market.profile().shownKey else { return true }
    return learned.withLock { $0.contains(key) }
  }

  /// Has the listings learned again after a command that may have changed some that its answer does
  /// not name.
  package func forgetLearned(after output: Output, of effect: CommandEffect) {
    guard [.writesListings, .runsCommands, .changesMarkets].contains(effect) else { return }
    switch output {
    case .change, .changes, .dryRun: break
    default: learned.withLock { $0 = [] }
    }
  }

  /// The listings that the market recently showed to this account.
  package func listings(of market: CurrentMarket) -> ShownListings {
    guard let key = try? market.profile().shownKey else { return ShownListings() }
    return withListings(key) { $0 }
  }

  /// Writes the changes since the file was read. The file is optional, so a failure to write it is
  /// not reported.
  package func save() {
    for (key, listings) in state.withLock({ $0 }) where listings.isChanged {
      try? ShownListingsFile(key, in: folder).write(listings)
      state.withLock { $0[key]?.isChanged = false }
    }
  }

  /// Records the next listings of a streamed list, after those recorded before.
  package func record(
    _ products: [Product], of own: OwnShop?, after recorded: borrowing Mutex<[ShownListing]>,
    in market: CurrentMarket
  ) {
    guard market.scope.mode == .prompt else { return }
    let all: [ShownListing]? = recorded.withLock { recorded in
      let space = ShownListings.limit - recorded.count
      guard space > 0 else { return nil }
      recorded += products.prefix(space).map { ShownListing($0, isOwn: own?.owns($0) ?? false) }
      return recorded
    }
    if let all { record(all, in: market) }
  }

  /// Drops a removed listing. A script writes that at once, for the prompts.
  package func forget(_ id: Int, in market: CurrentMarket) {
    guard let key = try? market.profile().shownKey else { return }
    withListings(key) { $0.remove([id]) }
    if market.scope.mode != .prompt { save() }
  }

  /// Deletes all listings of an account.
  package func forgetAll(of profile: MarketProfile) {
    let key = profile.shownKey
    state.withLock { $0[key] = ShownListings() }
    try? ShownListingsFile(key, in: folder).write(ShownListings())
  }

  private func record(_ details: [ListingDetail], in market: CurrentMarket) {
    record(details.map { ShownListing($0.row.product, isOwn: $0.isOwn) }, in: market)
  }

  private func record(_ changes: [ListingChange], in market: CurrentMarket) {
    let here = changes.filter { $0.action != .removed }
    record(here.map { ShownListing($0.row.product, isOwn: true) }, in: market)
    let ids = Set(changes.filter { $0.action == .removed }.map(\.row.product.id))
    guard market.scope.mode == .prompt, !ids.isEmpty,
      let key = try? market.profile().shownKey
    else { return }
    withListings(key) { $0.remove(ids) }
  }

  private func record(_ listings: [ShownListing], in market: CurrentMarket) {
    guard market.scope.mode == .prompt, !listings.isEmpty,
      let key = try? market.profile().shownKey
    else { return }
    withListings(key) { $0.add(listings) }
  }

  /// - Note: Reads the file on first use.
  private func withListings<R: Sendable>(
    _ key: ShownListings.Key, _ body: @Sendable (inout ShownListings) -> R
  ) -> R {
    if state.withLock({ $0[key] == nil }) {
      let saved = ShownListingsFile(key, in: folder).read()
      state.withLock { state in
        if state[key] == nil { state[key] = saved }
      }
    }
    return state.withLock { state in body(&state[key, default: ShownListings()]) }
  }
}

extension MarketProfile {
  package var shownKey: ShownListings.Key {
    ShownListings.Key(url: url, account: vendorID.map { "\($0)" } ?? shop ?? "")
  }
}
