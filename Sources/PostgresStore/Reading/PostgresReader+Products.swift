import MarketStore
import MarketWire
import PostgreSQL

extension PostgresReader {
  func product(_ id: Int) throws -> StoredProduct? {
    try withPictures(rows([id])).first
  }

  func sampleProducts(limit: Int) throws -> [StoredProduct] {
    try withPictures(
      connection.query(
        "SELECT \(StoredProduct.columns) WHERE vendor.is_sample ORDER BY product.id LIMIT $1",
        [PostgresValue(limit)]
      ) { StoredProduct($0) })
  }

  func products(offset: Int, limit: Int) throws -> StoredPage {
    guard state.hidden.isEmpty else {
      return try filteredProducts(.all, sortedBy: .newest, offset: offset, limit: limit)
    }
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

  /// The listings that exist of these ids, in the order of ids, without their pictures.
  func rows(_ ids: [Int]) throws -> [StoredProduct] {
    try connection.query(
      "SELECT \(StoredProduct.columns) WHERE product.id = ANY ($1) ORDER BY product.id",
      [.integers(ids)]
    ) { StoredProduct($0) }
  }

  /// The listings with their pictures, which are read at once: each request is a round trip.
  func withPictures(_ products: [StoredProduct]) throws -> [StoredProduct] {
    let pictures = try connection.query(
      """
      SELECT product_id, id, origin, thumbnail, created_at FROM picture
      WHERE product_id = ANY ($1) ORDER BY id
      """, [.integers(products.map(\.id))]
    ) { row in
      (
        product: row.int(0),
        picture: StoredPicture(
          id: row.int(1), origin: row.text(2), thumbnail: row.text(3),
          createdAt: WireDate(milliseconds: row.int64(4)))
      )
    }
    let byProduct = Dictionary(grouping: pictures, by: \.product)
    return products.map { product in
      var product = product
      product.pictures = byProduct[product.id]?.map(\.picture) ?? []
      return product
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
      stock, thumbnail, product.created_at, issued_at, removal_id, product.bytes
    FROM product JOIN vendor ON vendor.id = vendor_id
    """

  init(_ row: PostgresRow) {
    self.init(
      id: row.int(0), vendorID: row.int(1), vendorName: row.user(2), name: row.user(3),
      description: row.isNull(4) ? nil : row.user(4), currency: row.text(5), price: row.int64(6),
      discount: row.int64(7), stock: row.int(8), thumbnail: row.text(9),
      createdAt: WireDate(milliseconds: row.int64(10)),
      issuedAt: WireDate(milliseconds: row.int64(11)), removalID: row.text(12),
      bytes: row.int(13))
  }
}
