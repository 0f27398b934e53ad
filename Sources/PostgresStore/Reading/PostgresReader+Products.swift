import MarketStore
import MarketWire
import PostgreSQL

extension PostgresReader {
  func product(_ id: Int) throws -> StoredProduct? {
    guard var product = try row(id) else { return nil }
    product.pictures = try pictures(ofProduct: id)
    return product
  }

  func sampleProducts(limit: Int) throws -> [StoredProduct] {
    var products = try connection.query(
      "SELECT \(StoredProduct.columns) WHERE vendor.is_sample ORDER BY product.id LIMIT $1",
      [PostgresValue(limit)]
    ) { StoredProduct($0) }
    for index in products.indices {
      products[index].pictures = try pictures(ofProduct: products[index].id)
    }
    return products
  }

  func products(offset: Int, limit: Int) throws -> StoredPage {
    try flush()
    guard offset < state.live, let start = try start(of: offset) else {
      return StoredPage(products: [], totalCount: state.live)
    }
    let products = try connection.query(
      """
      SELECT \(StoredProduct.columns)
      WHERE product.id < $1 ORDER BY product.id DESC LIMIT $2 OFFSET $3
      """,
      [PostgresValue(start.bound), PostgresValue(limit), PostgresValue(start.rest)]
    ) { StoredProduct($0) }
    return StoredPage(products: products, totalCount: state.live)
  }

  /// A listing without its pictures, as in a row of a list.
  func row(_ id: Int) throws -> StoredProduct? {
    try connection.first(
      "SELECT \(StoredProduct.columns) WHERE product.id = $1", [PostgresValue(id)]
    ) { StoredProduct($0) }
  }

  private func pictures(ofProduct id: Int) throws -> [StoredPicture] {
    try connection.query(
      "SELECT id, origin, thumbnail, created_at FROM picture WHERE product_id = $1 ORDER BY id",
      [PostgresValue(id)]
    ) { row in
      StoredPicture(
        id: row.int(0), origin: row.text(1), thumbnail: row.text(2),
        createdAt: WireDate(milliseconds: row.int64(3)))
    }
  }

  /// The start of a page: the row at `offset` follows `rest` other rows with ids below `bound`.
  private func start(of offset: Int) throws -> (bound: Int, rest: Int)? {
    let size = StoreLimits.bucketSize
    // The first pages need no count.
    guard offset > size else { return (state.nextProduct, offset) }
    let blocks = try connection.query("SELECT block, live FROM page_block ORDER BY block DESC") {
      ($0.int(0), $0.int(1))
    }
    guard let block = Self.find(offset, in: blocks) else { return nil }
    let buckets = try connection.query(
      """
      SELECT bucket, live FROM page_bucket WHERE bucket >= $1 AND bucket < $2 ORDER BY bucket DESC
      """, [PostgresValue(block.number * size), PostgresValue((block.number + 1) * size)]
    ) { ($0.int(0), $0.int(1)) }
    return Self.find(block.rest, in: buckets).map { (($0.number + 1) * size, $0.rest) }
  }

  private static func find(
    _ offset: Int, in counts: [(number: Int, live: Int)]
  ) -> (number: Int, rest: Int)? {
    var rest = offset
    for (number, live) in counts {
      if rest < live { return (number, rest) }
      rest -= live
    }
    return nil
  }
}

extension StoredProduct {
  /// The columns that `init(_:)` reads.
  static let columns = """
    product.id, vendor_id, vendor.name, product.name, description, currency, price, discount,
      stock, thumbnail, product.created_at, issued_at, removal_id
    FROM product JOIN vendor ON vendor.id = vendor_id
    """

  init(_ row: PostgresRow) {
    self.init(
      id: row.int(0), vendorID: row.int(1), vendorName: row.user(2), name: row.user(3),
      description: row.isNull(4) ? nil : row.user(4), currency: row.text(5), price: row.int64(6),
      discount: row.int64(7), stock: row.int(8), thumbnail: row.text(9),
      createdAt: WireDate(milliseconds: row.int64(10)),
      issuedAt: WireDate(milliseconds: row.int64(11)), removalID: row.text(12))
  }
}
