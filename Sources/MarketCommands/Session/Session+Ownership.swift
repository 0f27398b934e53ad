/// Writes concern own listings only.
import CommandLanguage
import MarketRender
import MarketWire
import OpenMarketClient

extension Session {
  /// The own listings among what targets stand for. Strangers in a range are counted and left
  /// alone; one that was named is an error.
  func ownProducts(_ targets: [ListingTarget]) async throws -> [Product] {
    let profile = try profile()
    guard let own = try ownShop() else {
      throw SellerError.notSignedIn(market: profile.name)
    }
    let found = try await activity.show("listings") { try await products(targets) }
    let mine = found.products.filter(own.owns)
    let foreign = found.products.filter { !own.owns($0) }
    let named = try Set(targets.filter(\.isSingle).map { try id(of: $0) })
    let stranger = foreign.first { named.contains($0.id) } ?? (mine.isEmpty ? foreign.first : nil)
    if let stranger {
      guard foreign.count == 1 || !mine.isEmpty else {
        throw SellerError.allForeign(count: foreign.count)
      }
      throw SellerError.notYours(
        id: stranger.id, name: stranger.name, seller: stranger.vendor.name, market: profile.name)
    }
    var left: [String] = []
    if !foreign.isEmpty { left.append("\(foreign.count) of other shops") }
    if found.gaps > 0 { left.append("\(found.gaps) ids without a listing") }
    if !left.isEmpty { report("Left alone: \(left.joined(separator: ", ")).") }
    return mine
  }
}

extension ListingTarget {
  /// Whether it names one listing.
  var isSingle: Bool {
    switch self {
    case .id, .code, .last: true
    case .range(let range): range.count == 1
    case .page: false
    }
  }
}

extension Session {
  /// Does something to one listing after the other. Where one fails, those before it are told, so
  /// that nothing was changed unsaid.
  func each<Item: Sendable>(
    _ items: [Item], _ verb: String, id: (Item) -> Int, _ body: (Item) async throws -> Change
  ) async throws -> [Change] {
    var done: [Change] = []
    for item in items {
      do {
        done.append(try await body(item))
      } catch {
        if !done.isEmpty {
          report("\(done.count) of \(items.count) \(verb) before \(id(item)):")
          for change in done {
            report("  \(change.wayBack ?? "\(change.row.product.id)")")
          }
        }
        throw error
      }
    }
    return done
  }
}
