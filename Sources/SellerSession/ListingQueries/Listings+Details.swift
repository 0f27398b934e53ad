import CommandLanguage
import Foundation
package import MarketWire
import Messages
package import OpenMarketClient

// Many listings in full. Each takes a request, so that some are read at the same time.
extension Listings {
  private static let jobs = 4
  /// So many single listings are read one by one.
  private static let fewListings = 8

  /// The listings in full, without those removed in the meantime.
  package func details(of products: [Product]) async throws -> [Product] {
    let client = try await market.client()
    return try await activity.show("listings", total: products.count) {
      try await existing(products.map(\.id), client, { activity.update(done: $0) })
        .compactMap(\.self)
    }
  }

  /// The listings with these ids, in their order; nil for those that do not exist.
  ///
  /// - Parameter onEach: called with the number of listings that were read.
  package func existing(
    _ ids: [Int], _ client: OpenMarketClient, _ onEach: (Int) -> Void
  ) async throws -> [Product?] {
    var found = [Product?](repeating: nil, count: ids.count)
    try await withThrowingTaskGroup(of: (Int, Product?).self) { group in
      var (next, done) = (0, 0)
      func start() {
        guard next < ids.count else { return }
        let index = next
        next += 1
        group.addTask { (index, try await existing(ids[index], client)) }
      }
      for _ in 0..<(ids.count > Self.fewListings ? Self.jobs : 1) { start() }
      while let (index, product) = try await group.next() {
        try Task.checkCancellation()
        found[index] = product
        done += 1
        onEach(done)
        start()
      }
    }
    return found
  }

  /// Many single listings, which would take long one by one. Those that are missing here are read
  /// later, and reported.
  ///
  /// - Parameter needsDetails: whether rows of the seller's listings are not enough.
  func readAhead(
    _ targets: [ListingTarget], _ needsDetails: Bool, _ client: OpenMarketClient
  ) async throws -> [Int: Product] {
    let singles = targets.filter(\.isSingle)
    // A file reads ahead itself.
    guard market.scope.plan == nil, singles.count > Self.fewListings else { return [:] }
    let ids = Set(try singles.map(id))
    if !needsDetails {
      let rows = try await ownRows(of: ids)
      if !rows.isEmpty { return rows }
    }
    let products = try await existing(Array(ids), client, { activity.update(done: $0) })
    return Dictionary(
      uniqueKeysWithValues: products.compactMap { product in product.map { ($0.id, $0) } })
  }

  /// The ids of the listings whose codes match a pattern, in the order of the codes.
  ///
  /// - Throws: `SellerError.noCodeMatches` if there is none.
  func ids(matching pattern: CodePattern) throws -> [Int] {
    let codes = market.codes()
    let found = codes.filter { pattern.matches($0.value) }.sorted { left, right in
      let order = left.value.compare(right.value, options: .numeric)
      return order == .orderedSame ? left.key < right.key : order == .orderedAscending
    }
    guard found.isEmpty else { return found.map(\.key) }
    let near = try market.codes(near: pattern.letters)
    throw SellerError.noCodeMatches(pattern.text, near: near)
  }
}
