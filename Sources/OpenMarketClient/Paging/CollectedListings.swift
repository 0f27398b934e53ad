/// All listings of a list, read once and kept compactly, for a market that cannot order or narrow.
public import MarketWire

/// Why a shelf could not be filled or read.
public enum CollectionError: Error, Hashable, Sendable {
  /// The list is longer than a shelf may be.
  case tooLong(limit: Int)
  /// What was put aside could not be written or read; why, as the system says it.
  case storage(String)
}

/// Listings by number, and as many of them as are asked for as they came.
///
/// 1. A listing's id, name and numbers stay in memory, about 350 bytes in all; its description and
///    the address of its thumbnail are put aside (8 MiB in memory, the rest in a file without a
///    name).
/// 2. At most ``rowLimit`` listings, so at most about 90 MB, and as much again while an order is made.
/// 3. A shelf never changes once it is filled.
public final class CollectedListings: Sendable {
  /// The most listings of one shelf.
  public static let rowLimit = 250_000

  private let rows: [CompactListing]
  private let vendors: [Vendor]
  private let spool: TextSpool

  private init(rows: [CompactListing], vendors: [Vendor], spool: TextSpool) {
    self.rows = rows
    self.vendors = vendors
    self.spool = spool
  }

  /// Reads a list to its end.
  ///
  /// - Parameters:
  ///   - folder: where what is put aside may go.
  ///   - rowLimit: listings after which it is given up.
  ///   - sort: the order of `places`; nil for that in which they were read.
  ///   - fits: which listings `places` are of; it must not go by description and thumbnail.
  ///   - onPage: told after each page how many were read, of how many where that is known, and
  ///     what of the page could not be read.
  /// - Returns: the shelf, and what ``places(sort:where:)`` would answer: the listings are judged
  ///   while the next ones are on their way.
  /// - Throws: ``ClientError``, ``CollectionError``.
  public static func read(
    _ pages: ProductPages, folder: String, rowLimit: Int = CollectedListings.rowLimit,
    sort: ListingSort? = nil, where fits: (Product) -> Bool = { _ in true },
    onPage: (_ done: Int, _ total: Int?, _ issues: [DecodingIssue]) -> Void = { _, _, _ in }
  ) async throws -> (listings: CollectedListings, positions: [Int]) {
    var rows: [CompactListing] = []
    var found = Matches(isOrdered: sort != nil)
    var vendors: [Vendor] = []
    var numbers: [Vendor: Int32] = [:]
    let spool = TextSpool(folder: folder)
    for try await page in pages {
      if rows.isEmpty, let total = page.value.totalCount {
        // Growing step by step would copy everything again and again.
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
            texts: try spool.place(of: product.description, product.thumbnail)))
        found.take(product, at: rows.count - 1, where: fits)
      }
      onPage(rows.count, page.value.totalCount, page.issues)
    }
    return (
      CollectedListings(rows: rows, vendors: vendors, spool: spool), found.positions(in: sort)
    )
  }

  /// How many listings it holds.
  public var count: Int { rows.count }

  /// The places of the listings that `fits` takes, in an order or, with nil, as they were read.
  /// What `fits` is given has neither a description nor a thumbnail.
  public func positions(sort: ListingSort?, where fits: (Product) -> Bool) -> [Int] {
    var found = Matches(isOrdered: sort != nil)
    for position in rows.indices { found.take(brief(at: position), at: position, where: fits) }
    return found.positions(in: sort)
  }

  /// The listing at a place, whole or, where nobody will read them, without description and
  /// thumbnail. Throws ``CollectionError``.
  public func product(at position: Int, hasTexts: Bool = true) throws(CollectionError) -> Product {
    var product = brief(at: position)
    guard hasTexts else { return product }
    (product.description, product.thumbnail) = try spool.texts(at: rows[position].texts)
    return product
  }

  private func brief(at position: Int) -> Product {
    rows[position].product(of: vendors[Int(rows[position].vendor)])
  }
}

/// The listings that were found to fit, by their places.
private struct Matches {
  /// Whether they will be put into an order, for which they are kept.
  let isOrdered: Bool
  private var positions: [Int] = []
  private var products: [Product] = []

  init(isOrdered: Bool) {
    self.isOrdered = isOrdered
  }

  mutating func reserve(_ count: Int) {
    positions.reserveCapacity(count)
    if isOrdered { products.reserveCapacity(count) }
  }

  mutating func take(_ product: Product, at position: Int, where fits: (Product) -> Bool) {
    guard fits(product) else { return }
    positions.append(position)
    guard isOrdered else { return }
    products.append(product)
    // What is put aside must not stay in memory as well.
    products[products.count - 1].description = nil
    products[products.count - 1].thumbnail = nil
  }

  func positions(in sort: ListingSort?) -> [Int] {
    guard let sort else { return positions }
    return sort.order(of: products).map { positions[$0] }
  }
}

/// What is kept of a listing in memory.
private struct CompactListing: Sendable {
  let id: Int
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
  /// The description and the address of the thumbnail.
  let texts: TextSpool.Place

  init(_ product: Product, vendor: Int32, texts: TextSpool.Place) {
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
