package import CommandLanguage
import MarketRender
package import MarketWire
import OpenMarketClient
import SellerSession

/// The own listings that a write is about, and how many others were meant with them.
package struct OwnTargets: Sendable {
  package var products: [Product] = []
  /// Listings of other shops.
  package var strangers = 0
  /// Ids in ranges that no listing has.
  package var gaps = 0
  /// Whether a filter chose them, so that the seller may not know which they are.
  package var isByFilter = false

  /// What will not be touched, such as `2 of other shops and 3 ids without a listing`; nil where
  /// nothing else was meant.
  package var leftAlone: String? {
    var parts: [String] = []
    if strangers > 0 { parts.append("\(strangers) of other shops") }
    if gaps > 0 {
      parts.append(gaps == 1 ? "1 id without a listing" : "\(gaps) ids without a listing")
    }
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }
}

extension ListingWriter {
  /// The own listings that the targets and the filters of a command stand for: those of the
  /// targets that fit the filters, or without targets all own ones that fit. Read anew, since a
  /// write goes by it.
  ///
  /// - Parameters:
  ///   - parameter: the command's targets.
  ///   - needsDetails: whether pictures are needed, which only a listing asked for by itself has.
  /// - Throws: `SellerError` where nothing was said or nothing of one's own fits, and where a
  ///   stranger's listing was named by itself.
  package func targets(
    _ input: Input, _ parameter: Argument<[ListingTarget]>, needsDetails: Bool = false
  ) async throws -> OwnTargets {
    let targets = input.value(of: parameter) ?? []
    let filter = try FilterOptions.filter(
      input, isWrite: true, settings: session.settings)
    let saysMine = input.value(of: FilterOptions.mine) ?? false
    let hasFilter = saysMine || filter != filter.shopOnly
    guard !targets.isEmpty || hasFilter else { throw SellerError.nothingMeant }
    guard let own = try market.ownShop() else {
      throw SellerError.notSignedIn(market: try market.profile().name)
    }
    guard !targets.isEmpty else {
      var found = OwnTargets(isByFilter: true)
      found.products = try await ownListings(filter, own)
      if needsDetails { found.products = try await listings.details(of: found.products) }
      return found
    }
    var found = try await ownTargets(targets, own)
    guard hasFilter else { return found }
    let resolved = try await listings.resolved(filter)
    let fitting = found.products.filter { resolved.fits($0) }
    guard !fitting.isEmpty else {
      throw listings.noneFits(filter, among: "these \(found.products.count) listings")
    }
    found.products = fitting
    found.isByFilter = true
    return found
  }

  /// The own listings among what targets stand for. Strangers in a range are counted and left
  /// alone; one that was named is an error.
  private func ownTargets(_ targets: [ListingTarget], _ own: OwnShop) async throws -> OwnTargets {
    let found = try await listings.products(targets)
    let mine = found.products.filter(own.owns)
    let foreign = found.products.filter { !own.owns($0) }
    let named = try Set(targets.filter(\.isSingle).map { try listings.id(of: $0) })
    let stranger = foreign.first { named.contains($0.id) } ?? (mine.isEmpty ? foreign.first : nil)
    if let stranger {
      guard foreign.count == 1 || !mine.isEmpty else {
        throw SellerError.allForeign(count: foreign.count)
      }
      throw SellerError.notYours(
        id: stranger.id, name: stranger.name, seller: stranger.vendor.name,
        market: try market.profile().name)
    }
    return OwnTargets(products: mine, strangers: foreign.count, gaps: found.gaps)
  }

  /// All own listings that fit, newest first.
  private func ownListings(_ filter: ListQuery.Filter, _ own: OwnShop) async throws -> [Product] {
    let resolved = try await listings.resolved(filter)
    let products = try await session.activity.show("listings", isCounted: true) {
      var products: [Product] = []
      var seen = 0
      for try await reading in try await market.client().pages(resolved.request(perPage: 1000)) {
        let page = try market.value(of: reading)
        products += page.products.filter { own.owns($0) && resolved.fits($0) }
        seen += page.products.count
        session.activity.update(done: seen, total: page.totalCount)
      }
      return products
    }
    guard !products.isEmpty else { throw listings.noneFits(filter, among: "your listings") }
    return products
  }
}
