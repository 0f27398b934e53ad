public import MarketWire

/// An error while all listings of a list are collected or read back.
public enum CollectionError: Error, Hashable, Sendable {
  /// The list has more listings than `limit`.
  case tooLong(limit: Int)
  /// The temporary file cannot be written or read; the text is the reason given by the system.
  case storage(String)
}

/// All listings of a list in compact form, for markets that cannot filter or sort.
///
/// 1. The id, the name and the numbers of a listing stay in memory, about 350 bytes. Descriptions and
///    thumbnail URLs are spooled: 8 MiB in memory, the rest in an unlinked temporary file.
/// 2. There are at most ``rowLimit`` listings, which take about 90 MB, and twice that while sorting.
/// 3. A collection never changes.
public final class CollectedListings: Sendable {
  /// The maximum number of listings.
  public static let rowLimit = 250_000

  private let rows: [CompactListing]
  private let vendors: [Vendor]
  private let spool: TextSpool

  private init(rows: [CompactListing], vendors: [Vendor], spool: TextSpool) {
    self.rows = rows
    self.vendors = vendors
    self.spool = spool
  }

  /// Collects all listings of a list, and filters and sorts them.
  ///
  /// Listings are filtered while the next pages arrive.
  ///
  /// - Parameters:
  ///   - pages: The pages of the list.
  ///   - folder: The folder of the temporary file; it is created if necessary.
  ///   - rowLimit: The maximum number of listings.
  ///   - sort: The order of the positions, or nil for the order of the list.
  ///   - matches: Returns whether a listing belongs to the positions.
  ///   - onPage: Called after each page with the number of listings so far, their total if it is
  ///     known, and the issues of the page.
  /// - Returns: The collection, and the same positions as ``positions(sort:where:)``.
  /// - Throws: ``ClientError`` or ``CollectionError``.
  public static func read(
    _ pages: ProductPages, folder: String, rowLimit: Int = CollectedListings.rowLimit,
    sort: ListingSort? = nil, where matches: (Product) -> Bool = { _ in true },
    onPage: (_ done: Int, _ total: Int?, _ issues: [DecodingIssue]) -> Void = { _, _, _ in }
  ) async throws -> (listings: CollectedListings, positions: [Int]) {
    var rows: [CompactListing] = []
    var found = Matches(isSorted: sort != nil)
    var vendors: [Vendor] = []
    var numbers: [Vendor: Int32] = [:]
    let spool = TextSpool(folder: folder)
    for try await page in pages {
      if rows.isEmpty, let total = page.value.totalCount {
        // Reserving avoids repeated copies while the arrays grow.
        rows.reserveCapacity(min(max(total, 0), rowLimit))
        found.reserve(min(max(total, 0), rowLimit))
      }
      for product in page.value.products {
        guard rows.count < rowLimit else { throw CollectionError.tooLong(limit: rowLimit) }
        let number = numbers[product.vendor] ?? Int32(vendors.count)
        if number == vendors.count {
          vendors.append(product.vendor)
          numbers[product.vendor] = number
        }
        rows.append(
          CompactListing(
            product, vendor: number,
            texts: try spool.append(product.description, product.thumbnail)))
        found.append(product, at: rows.count - 1, where: matches)
      }
      onPage(rows.count, page.value.totalCount, page.issues)
    }
    return (
      CollectedListings(rows: rows, vendors: vendors, spool: spool), found.positions(in: sort)
    )
  }

  /// The number of listings.
  public var count: Int { rows.count }

  /// Returns the positions of the matching listings.
  ///
  /// - Parameters:
  ///   - sort: The order of the positions, or nil for the order of the list.
  ///   - matches: Returns whether a listing matches; its description and thumbnail are nil.
  public func positions(sort: ListingSort?, where matches: (Product) -> Bool) -> [Int] {
    var found = Matches(isSorted: sort != nil)
    for position in rows.indices {
      found.append(withoutTexts(at: position), at: position, where: matches)
    }
    return found.positions(in: sort)
  }

  /// Returns the listing at a position.
  ///
  /// Without `hasTexts`, the description and the thumbnail are nil, which avoids reading the file.
  ///
  /// - Throws: ``CollectionError``.
  public func product(at position: Int, hasTexts: Bool = true) throws(CollectionError) -> Product {
    var product = withoutTexts(at: position)
    guard hasTexts else { return product }
    (product.description, product.thumbnail) = try spool.texts(at: rows[position].texts)
    return product
  }

  private func withoutTexts(at position: Int) -> Product {
    rows[position].product(of: vendors[Int(rows[position].vendor)])
  }
}

/// The positions of the listings that match, with the listings if they will be sorted.
private struct Matches {
  let isSorted: Bool
  private var positions: [Int] = []
  private var products: [Product] = []

  init(isSorted: Bool) {
    self.isSorted = isSorted
  }

  mutating func reserve(_ count: Int) {
    positions.reserveCapacity(count)
    if isSorted { products.reserveCapacity(count) }
  }

  mutating func append(_ product: Product, at position: Int, where matches: (Product) -> Bool) {
    guard matches(product) else { return }
    positions.append(position)
    guard isSorted else { return }
    products.append(product)
    // Spooled texts must not also stay in memory.
    products[products.count - 1].description = nil
    products[products.count - 1].thumbnail = nil
  }

  func positions(in sort: ListingSort?) -> [Int] {
    guard let sort else { return positions }
    return sort.order(of: products).map { positions[$0] }
  }
}

/// The part of a listing that stays in memory.
private struct CompactListing: Sendable {
  let id: Int
  /// The index of the vendor.
  let vendor: Int32
  let stock: Int?
  let name: String
  let price: Money?
  let salePrice: Money?
  let discount: Money?
  let createdAt: WireDate?
  let issuedAt: WireDate?
  let createdAtExact: WireDate?
  let issuedAtExact: WireDate?
  /// The location of the description and the thumbnail URL.
  let texts: TextSpool.Location

  init(_ product: Product, vendor: Int32, texts: TextSpool.Location) {
    id = product.id
    self.vendor = vendor
    stock = product.stock
    name = product.name
    price = product.price
    salePrice = product.salePrice
    discount = product.discount
    createdAt = product.createdAt
    issuedAt = product.issuedAt
    createdAtExact = product.createdAtExact
    issuedAtExact = product.issuedAtExact
    self.texts = texts
  }

  func product(of vendor: Vendor) -> Product {
    Product(
      id: id, vendor: vendor, name: name, price: price, salePrice: salePrice, discount: discount,
      stock: stock, createdAt: createdAt, issuedAt: issuedAt, createdAtExact: createdAtExact,
      issuedAtExact: issuedAtExact)
  }
}
