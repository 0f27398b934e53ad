package import CommandLanguage
import MarketRender
package import MarketWire
package import Messages
import OpenMarketClient
import SellerSession

/// The seller's listings that a write changes, and the number of other targets.
package struct OwnTargets: Sendable {
  package var products: [Product] = []
  /// The number of listings of other shops.
  package var otherShops = 0
  /// The number of ids in ranges that no listing has.
  package var gaps = 0
  /// The number of listings in other currencies than the amounts of the change.
  package var inOtherCurrencies = 0
  /// The number of ids in long ranges that are not the seller's, whether or not they exist.
  package var notOwn = 0
  /// Whether a filter chose the listings, so that the seller may not know which they are.
  package var isByFilter = false

  /// The targets that are not changed, such as `2 of other shops and 3 ids without a listing`; nil
  /// if there are none.
  package var skipped: Message? {
    var parts: [Message] = []
    if otherShops > 0 { parts.append("\(otherShops) of other shops") }
    if inOtherCurrencies > 0 { parts.append("\(inOtherCurrencies) in other currencies") }
    if notOwn > 0 {
      parts.append(
        Message(
          count: notOwn, one: "1 id that is not yours", other: "\(notOwn) ids that are not yours"))
    }
    if gaps > 0 {
      parts.append(
        Message(count: gaps, one: "1 id without a listing", other: "\(gaps) ids without a listing"))
    }
    return parts.isEmpty ? nil : .list(parts, .and)
  }
}

extension OwnTargets {
  /// Listings that are known to be the seller's.
  package init(_ products: [Product]) { self.init(products: products) }
}

extension ListingWriter {
  /// Returns the seller's listings that match the targets and the filters of a command.
  ///
  /// Without targets, all listings of the seller that match the filters are returned. They are
  /// always fetched, never cached, since a write depends on them.
  ///
  /// - Parameters:
  ///   - parameter: The targets of the command.
  ///   - needsDetails: Whether descriptions and pictures are needed, which rows of a list do not
  ///     have.
  /// - Throws: `SellerError` if there is neither a target nor a filter, if no listing of the seller
  ///   matches, or if a listing of another shop was named by its id.
  package func targets(
    _ input: Input, _ parameter: Argument<[ListingTarget]>, needsDetails: Bool = false
  ) async throws -> OwnTargets {
    let targets = try await listings.read(input.value(of: parameter) ?? [])
    var filter = try await FilterOptions.filter(input, isWrite: true, in: listings)
    let guarded = filter.currency
    // With single listings, `--currency` only guards against a slip.
    let isGuard = !targets.isEmpty && targets.allSatisfy(\.isSingle)
    if isGuard, filter.minPrice == nil, filter.maxPrice == nil { filter.currency = nil }
    let saysMine = input.value(of: FilterOptions.mine) ?? false
    let hasFilter = saysMine || filter != filter.shopOnly
    guard !targets.isEmpty || hasFilter else { throw SellerError.noTarget }
    guard let own = try market.ownShop() else {
      throw SellerError.notSignedIn(market: try market.profile().name)
    }
    guard !targets.isEmpty else {
      var found = OwnTargets(isByFilter: true)
      found.products = try await ownListings(filter, own)
      if needsDetails { found.products = try await listings.details(of: found.products) }
      return found
    }
    var found = try await ownTargets(targets, own, needsDetails)
    if isGuard, let guarded { try check(found.products, areIn: guarded) }
    guard hasFilter else { return found }
    let resolved = try await listings.resolved(filter)
    let fitting = found.products.filter { resolved.fits($0) }
    guard !fitting.isEmpty else {
      throw listings.noneFits(filter, among: .named(found.products.count))
    }
    found.products = fitting
    found.isByFilter = true
    return found
  }

  private func check(_ products: [Product], areIn currency: Currency) throws(InvalidListing) {
    let others = products.filter { $0.currency != currency }
    guard !others.isEmpty else { return }
    throw InvalidListing(
      others.map { product in
        .rule(
          """
          \(product.id) is in \(formatted: product.currency?.rawValue ?? "—"), \
          not in \(formatted: currency.rawValue); `\(command: "--new-currency")` of edit changes \
          the currency of a listing
          """, at: "--currency")
      })
  }

  /// Returns the seller's listings among the targets.
  ///
  /// Listings of other shops in a range are counted and skipped; naming one by its id is an error.
  private func ownTargets(
    _ targets: [ListingTarget], _ own: OwnShop, _ needsDetails: Bool
  ) async throws -> OwnTargets {
    let found = try await listings.products(targets, of: own, needsDetails: needsDetails)
    let mine = found.products.filter(own.owns)
    let others = found.products.filter { !own.owns($0) }
    let named = try Set(targets.filter(\.isSingle).map { try listings.id(of: $0) })
    let other = others.first { named.contains($0.id) } ?? (mine.isEmpty ? others.first : nil)
    if let other {
      guard others.count == 1 || !mine.isEmpty else {
        throw SellerError.allOfOtherShops(count: others.count)
      }
      throw SellerError.notYours(
        id: other.id, name: other.name, seller: other.vendor.name,
        market: try market.profile().name)
    }
    return OwnTargets(
      products: mine, otherShops: others.count, gaps: found.gaps, notOwn: found.notOwn)
  }

  /// Returns all listings of the seller that match, newest first.
  private func ownListings(_ filter: ListQuery.Filter, _ own: OwnShop) async throws -> [Product] {
    let resolved = try await listings.resolved(filter)
    let products = try await listings.activity.show("listings", isCounted: true) {
      var products: [Product] = []
      var seen = 0
      for try await reading in try await market.client().pages(resolved.request(perPage: 1000)) {
        let page = try market.value(of: reading)
        products += page.products.filter { own.owns($0) && resolved.fits($0) }
        seen += page.products.count
        listings.activity.update(done: seen, total: page.totalCount)
      }
      return products
    }
    if let plan = scope.plan, plan.touches({ own.owns($0) && resolved.fits($0) }) {
      throw BatchError.filterDependsOnFile
    }
    guard !products.isEmpty else { throw listings.noneFits(filter, among: .own(nil)) }
    return products
  }
}
