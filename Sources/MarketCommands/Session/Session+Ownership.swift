/// Writes concern own listings only.
import CommandLanguage
import MarketRender
import MarketWire
import OpenMarketClient

extension Session {
  /// The own listings among what targets stand for. Strangers in a range are counted and left
  /// alone; a single one is an error.
  func ownProducts(_ targets: [ListingTarget], verb: String) async throws -> [Product] {
    let profile = try profile()
    guard let own = try ownShop() else {
      throw SellerError.notSignedIn(market: profile.name)
    }
    let found = try await activity.show("listings") { try await products(targets) }
    let mine = found.products.filter(own.owns)
    let foreign = found.products.filter { !own.owns($0) }
    if let stranger = foreign.first, targets.allSatisfy(\.isSingle) || mine.isEmpty {
      guard foreign.count == 1 else { throw SellerError.allForeign(count: foreign.count) }
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
  fileprivate var isSingle: Bool {
    switch self {
    case .id, .code, .last: true
    case .range(let range): range.count == 1
    case .page: false
    }
  }
}
