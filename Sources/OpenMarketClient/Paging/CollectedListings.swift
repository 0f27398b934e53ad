public import MarketWire

/// An error while all listings of a list are collected.
public enum CollectionError: Error, Hashable, Sendable {
  /// The list has more listings than `limit`.
  case tooLong(limit: Int)
}

/// All listings of a list in memory, for markets that cannot filter or sort.
///
/// ```swift
/// let all = try await CollectedListings.read(client.pages(ListProducts(itemsPerPage: 1000)))
/// let cheap = all.positions(sort: ListingSort(.price)) { $0.stock ?? 0 > 0 }
/// print(cheap.prefix(10).map { all[$0].name })
/// ```
public struct CollectedListings: Sendable {
  /// The maximum number of listings; with descriptions they take about 150 MB.
  public static let rowLimit = 100_000

  private let products: [Product]

  /// Collects all listings of a list.
  ///
  /// - Parameters:
  ///   - pages: The pages of the list.
  ///   - rowLimit: The maximum number of listings.
  ///   - onPage: Called after each page with the number of listings so far, their total if it is
  ///     known, and the issues of the page.
  /// - Throws: ``ClientError`` or ``CollectionError``.
  public static func read(
    _ pages: ProductPages, rowLimit: Int = CollectedListings.rowLimit,
    onPage: (_ done: Int, _ total: Int?, _ issues: [DecodingIssue]) -> Void = { _, _, _ in }
  ) async throws -> CollectedListings {
    var products: [Product] = []
    for try await page in pages {
      if products.isEmpty, let total = page.value.totalCount {
        products.reserveCapacity(min(max(total, 0), rowLimit))
      }
      guard products.count + page.value.products.count <= rowLimit else {
        throw CollectionError.tooLong(limit: rowLimit)
      }
      products += page.value.products
      onPage(products.count, page.value.totalCount, page.issues)
    }
    return CollectedListings(products: products)
  }

  /// The number of listings.
  public var count: Int { products.count }

  /// The listing at a position.
  public subscript(position: Int) -> Product { products[position] }

  /// Returns the positions of the matching listings.
  ///
  /// - Parameters:
  ///   - sort: The order of the positions, or nil for the order of the list.
  ///   - matches: Whether a listing is one of them.
  public func positions(sort: ListingSort?, where matches: (Product) -> Bool) -> [Int] {
    let found = products.indices.filter { matches(products[$0]) }
    guard let sort else { return found }
    return sort.order(of: found.map { products[$0] }).map { found[$0] }
  }
}
