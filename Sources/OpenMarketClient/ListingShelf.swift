/// All listings of a list, read once and kept compactly, for a market that cannot order or narrow.
public import MarketWire

/// Why a shelf could not be filled or read.
public enum ShelfError: Error, Hashable, Sendable {
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
public final class ListingShelf: Sendable {
  /// The most listings of one shelf.
  public static let rowLimit = 250_000

  private let rows: [ShelfRow]
  private let vendors: [Vendor]
  private let spool: TextSpool

  private init(rows: [ShelfRow], vendors: [Vendor], spool: TextSpool) {
    self.rows = rows
    self.vendors = vendors
    self.spool = spool
  }

  /// Reads a list to its end.
  ///
  /// - Parameters:
  ///   - folder: where what is put aside may go.
  ///   - rowLimit: listings after which it is given up.
  ///   - onPage: told after each page how many were read, of how many where that is known, and
  ///     what of the page could not be read.
  /// - Throws: ``ClientError``, ``ShelfError``.
  public static func read(
    _ pages: ProductPages, folder: String, rowLimit: Int = ListingShelf.rowLimit,
    onPage: (_ done: Int, _ total: Int?, _ issues: [ReadIssue]) -> Void = { _, _, _ in }
  ) async throws -> ListingShelf {
    var rows: [ShelfRow] = []
    var vendors: [Vendor] = []
    var numbers: [Vendor: Int32] = [:]
    let spool = TextSpool(folder: folder)
    for try await page in pages {
      for product in page.value.products {
        guard rows.count < rowLimit else { throw ShelfError.tooLong(limit: rowLimit) }
        let number = numbers[product.vendor] ?? Int32(vendors.count)
        if number == vendors.count {
          vendors.append(product.vendor)
          numbers[product.vendor] = number
        }
        rows.append(
          ShelfRow(
            product, vendor: number, description: try spool.place(of: product.description),
            thumbnail: try spool.place(of: product.thumbnail)))
      }
      onPage(rows.count, page.value.totalCount, page.issues)
    }
    return ListingShelf(rows: rows, vendors: vendors, spool: spool)
  }

  /// How many listings it holds.
  public var count: Int { rows.count }

  /// The places of the listings that `fits` takes, in an order or, with nil, as they were read.
  /// What `fits` is given has neither a description nor a thumbnail.
  public func places(sort: ListingSort?, where fits: (Product) -> Bool) -> [Int] {
    guard let sort else { return rows.indices.filter { fits(brief(at: $0)) } }
    var places: [Int: Int] = [:]
    var found: [Product] = []
    for place in rows.indices {
      let product = brief(at: place)
      guard fits(product) else { continue }
      places[product.id] = place
      found.append(product)
    }
    return sort.sorted(found).compactMap { places[$0.id] }
  }

  /// The listing at a place, whole. Throws ``ShelfError``.
  public func product(at place: Int) throws(ShelfError) -> Product {
    var product = brief(at: place)
    product.description = try spool.text(at: rows[place].description)
    product.thumbnail = try spool.text(at: rows[place].thumbnail)
    return product
  }

  private func brief(at place: Int) -> Product {
    rows[place].product(of: vendors[Int(rows[place].vendor)])
  }
}

/// What is kept of a listing in memory.
private struct ShelfRow: Sendable {
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
  let description: TextSpool.Place?
  let thumbnail: TextSpool.Place?

  init(
    _ product: Product, vendor: Int32, description: TextSpool.Place?, thumbnail: TextSpool.Place?
  ) {
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
    self.description = description
    self.thumbnail = thumbnail
  }

  func product(of vendor: Vendor) -> Product {
    Product(
      id: id, vendor: vendor, name: name, price: price, salePrice: salePrice, discount: discount,
      stock: stock, createdAt: createdAt, issuedAt: issuedAt, createdAtExact: createdAtExact,
      issuedAtExact: issuedAtExact)
  }
}
