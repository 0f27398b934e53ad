/// Notes listings as commands show them, and keeps them for the next prompt.
import MarketRender
import MarketWire
import Synchronization

extension Session {
  /// Notes the listings of an answer, and the codes that they got.
  func noteShown(_ output: Output) {
    switch output {
    case .products(let listing):
      noteShown(listing.rows.map { ShownListing($0.product, isOwn: listing.isOwn($0)) })
    case .detail(let detail): noteShown([detail])
    case .details(let details): noteShown(details)
    case .change(let change): noteChanges([change])
    case .changes(let changes): noteChanges(changes)
    default: break
    }
  }

  /// What this market showed lately, to this account.
  func shownListings() -> ShownListings {
    guard let key = try? profile().shownKey else { return ShownListings() }
    return withShown(key) { $0 }
  }

  /// Writes what was shown where it is not in the file. It can be done without, so a file that
  /// cannot be written is nothing to tell.
  func keepShown() {
    guard mode == .prompt else { return }
    for (key, listings) in withState({ $0.shown }) where listings.isChanged {
      try? ShownFile(key, in: environment.paths.cache).write(listings)
      withState { $0.shown[key]?.isChanged = false }
    }
  }

  /// Notes the next listings of a list that comes in pieces behind those that were noted of it, as
  /// many as are kept at all.
  func noteShown(
    _ products: [Product], of own: OwnShop?, after noted: borrowing Mutex<[ShownListing]>
  ) {
    guard mode == .prompt else { return }
    let all: [ShownListing]? = noted.withLock { noted in
      let room = ShownListings.most - noted.count
      guard room > 0 else { return nil }
      noted += products.prefix(room).map { ShownListing($0, isOwn: own?.owns($0) ?? false) }
      return noted
    }
    if let all { noteShown(all) }
  }

  private func noteShown(_ details: [ProductDetail]) {
    noteShown(details.map { ShownListing($0.row.product, isOwn: $0.isOwn) })
  }

  private func noteChanges(_ changes: [Change]) {
    noteCodes(changes)
    let (gone, here) = (
      changes.filter { $0.verb == "removed" }, changes.filter { $0.verb != "removed" }
    )
    noteShown(here.map { ShownListing($0.row.product, isOwn: true) })
    let ids = Set(gone.map(\.row.product.id))
    guard mode == .prompt, !ids.isEmpty, let key = try? profile().shownKey else { return }
    withShown(key) { $0.remove(ids) }
  }

  /// Only a prompt completes, so nothing is kept elsewhere.
  private func noteShown(_ listings: [ShownListing]) {
    guard mode == .prompt, !listings.isEmpty, let key = try? profile().shownKey else { return }
    withShown(key) { $0.note(listings) }
  }

  /// - Note: the file is read where nothing is known yet.
  private func withShown<R: Sendable>(
    _ key: ShownListings.Key, _ body: @Sendable (inout ShownListings) -> R
  ) -> R {
    if withState({ $0.shown[key] == nil }) {
      let kept = ShownFile(key, in: environment.paths.cache).read()
      withState { state in
        if state.shown[key] == nil { state.shown[key] = kept }
      }
    }
    return withState { state in body(&state.shown[key, default: ShownListings()]) }
  }
}
