import MarketStore
import MarketWire
import SQLite

extension SQLiteReader {
  /// A listing with its pictures.
  func product(_ id: Int) throws -> StoredProduct? {
    let found = try connection.first(
      "SELECT \(StoredProduct.columns) WHERE product.id = ?", [Value(id)]
    ) { StoredProduct($0) }
    guard var product = found else { return nil }
    product.pictures = try pictures(ofProduct: id)
    return product
  }

  /// The oldest listings of the sample market, with their pictures.
  func sampleProducts(limit: Int) throws -> [StoredProduct] {
    var products = try connection.query(
      "SELECT \(StoredProduct.columns) WHERE vendor.is_sample = 1 ORDER BY product.id LIMIT ?",
      [Value(limit)]
    ) { StoredProduct($0) }
    for index in products.indices {
      products[index].pictures = try pictures(ofProduct: products[index].id)
    }
    return products
  }

  /// The number of listings.
  func productCount() throws -> Int {
    try connection.first("SELECT live FROM market_revision") { $0.int(0) } ?? 0
  }

  /// A page of the plain list, newest first.
  ///
  /// The cost is independent of `offset`.
  func products(offset: Int, limit: Int) throws -> StoredPage {
    guard try hiddenVendors().isEmpty else {
      return try filteredProducts(.all, sortedBy: .newest, offset: offset, limit: limit)
    }
    let total = try productCount()
    guard offset < total, let start = try start(of: offset) else {
      return StoredPage(products: [], totalCount: total)
    }
    let products = try connection.query(
      "SELECT \(StoredProduct.columns) WHERE product.id < ? ORDER BY product.id DESC LIMIT ? OFFSET ?",
      [Value(start.bound), Value(limit), Value(start.rest)]
    ) { StoredProduct($0) }
    return StoredPage(products: products, totalCount: total)
  }

  private func pictures(ofProduct id: Int) throws -> [StoredPicture] {
    try connection.query(
      "SELECT id, origin, thumbnail, created_at FROM picture WHERE product_id = ? ORDER BY id",
      [Value(id)]
    ) { row in
      StoredPicture(
        id: row.int(0), origin: row.text(1), thumbnail: row.text(2),
        createdAt: WireDate(milliseconds: row.int64(3)))
    }
  }

  /// The start of a page: the row at `offset` follows `rest` other rows with ids below `bound`.
  private func start(of offset: Int) throws -> (bound: Int, rest: Int)? {
    let size = StoreLimits.bucketSize
    let blocks = "SELECT block, live FROM page_block ORDER BY block DESC"
    guard let block = try find(offset, blocks, []) else { return nil }
    let buckets = "SELECT bucket, live FROM page_bucket WHERE bucket < ? ORDER BY bucket DESC"
    let bucket = try find(block.rest, buckets, [Value((block.number + 1) * size)])
    return bucket.map { (($0.number + 1) * size, $0.rest) }
  }

  /// The row of counts that has the listing at `offset`, and the rest of the offset in it.
  private func find(
    _ offset: Int, _ counts: String, _ values: [Value]
  ) throws -> (number: Int, rest: Int)? {
    var rest = offset
    var found: (Int, Int)?
    try connection.each(counts, values) { row in
      let live = row.int(1)
      if rest < live {
        found = (row.int(0), rest)
        return false
      }
      rest -= live
      return true
    }
    return found
  }
}

extension StoredProduct {
  /// The columns that `init(_:)` reads.
  static let columns = """
    product.id, vendor_id, vendor.name, product.name, description, currency, price, discount,
      stock, thumbnail, product.created_at, issued_at, removal_id, product.bytes
    FROM product JOIN vendor ON vendor.id = vendor_id
    """

  init(_ row: Row) {
    self.init(
      id: row.int(0), vendorID: row.int(1), vendorName: row.text(2), name: row.text(3),
      description: row.optionalText(4), currency: row.text(5), price: row.int64(6),
      discount: row.int64(7), stock: row.int(8), thumbnail: row.text(9),
      createdAt: WireDate(milliseconds: row.int64(10)),
      issuedAt: WireDate(milliseconds: row.int64(11)), removalID: row.text(12),
      bytes: row.int(13))
  }
}
