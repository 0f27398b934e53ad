import MarketService
import MarketWire
import SQLite

/// Listings with their pictures.
extension SQLReader {
  func product(_ id: Int) throws -> StoredProduct? {
    try fullProducts("product.id = $1", [Value(id)]).first
  }

  func sampleProducts(limit: Int) throws -> [StoredProduct] {
    try fullProducts("vendor.is_sample ORDER BY product.id LIMIT $1", [Value(limit)])
  }

  func products(ofVendor vendorID: Int, after id: Int, limit: Int) throws -> [StoredProduct] {
    try fullProducts(
      "vendor_id = $1 AND product.id > $2 ORDER BY product.id LIMIT $3",
      [Value(vendorID), Value(id), Value(limit)])
  }

  func exportedProducts(after id: Int, limit: Int) throws -> [StoredProduct] {
    try fullProducts(
      "product.id > $1 ORDER BY product.id LIMIT $2", [Value(id), Value(limit)])
  }

  /// The listings with their pictures, which are read at once: each request to a server takes time.
  private func fullProducts(_ condition: String, _ values: [Value]) throws -> [StoredProduct] {
    var products = try products(where: condition, values)
    guard let first = products.first else { return [] }
    // A list of numbers takes SQLite longer than the picture of one listing.
    let isOne = products.count == 1
    let pictures = try connection.query(
      """
      SELECT product_id, id, origin, thumbnail, created_at FROM picture
      WHERE \(isOne ? "product_id = $1" : dialect.isOneOf("product_id", "$1")) ORDER BY id
      """, [isOne ? Value(first.id) : dialect.list(products.map(\.id))]
    ) { row in
      (
        product: row.int(0),
        picture: StoredPicture(
          id: row.int(1), origin: row.text(2), thumbnail: row.text(3), createdAt: row.date(4))
      )
    }
    let byProduct = Dictionary(grouping: pictures, by: \.product)
    for index in products.indices {
      products[index].pictures = byProduct[products[index].id]?.map(\.picture) ?? []
    }
    return products
  }

  /// The listings that a condition matches, without their pictures.
  func products(where condition: String, _ values: [Value]) throws -> [StoredProduct] {
    try connection.query(
      "SELECT \(StoredProduct.columns) WHERE \(condition)", values, StoredProduct.init)
  }
}

extension SQLWriter {
  func insert(_ product: NewProduct) throws -> StoredProduct {
    var stored = StoredProduct(id: try take(1, of: \.product), product)
    let first = try take(product.pictures.count, of: \.picture)
    stored.pictures = product.pictures.enumerated().map { index, picture in
      StoredPicture(
        id: first + index, origin: picture.origin, thumbnail: picture.thumbnail,
        createdAt: product.createdAt)
    }
    try restore([stored])
    return stored
  }

  func restore(_ products: [StoredProduct]) throws {
    try insert(
      into: dialect.products,
      products.map { product in
        let folded = Folding.searchText(name: product.name, vendor: product.vendorName)
        let grams = Bigrams.of(folded)
        count(product)
        try index(grams, of: product.id)
        let fixed = [
          Value(product.id), Value(product.vendorID), .text(product.removalID),
          Value(product.createdAt), Value(product.bytes),
        ]
        return fixed + (try values(of: product, folded, grams))
      })
    try insertPictures(
      products.flatMap { product in product.pictures.map { ($0, of: product.id) } })
  }

  private func insertPictures(_ pictures: [(StoredPicture, of: Int)]) throws {
    try insert(
      into: "picture (id, product_id, origin, thumbnail, created_at)",
      pictures.map { picture, product in
        [
          Value(picture.id), Value(product), .text(picture.origin), .text(picture.thumbnail),
          Value(picture.createdAt),
        ]
      })
  }

  func update(_ product: StoredProduct, pictures: [PictureChoice]) throws -> StoredProduct {
    let stored = try renumbered(product, pictures)
    let kept = product.pictures.filter(stored.pictures.contains)
    try connection.run(
      """
      DELETE FROM picture
      WHERE product_id = $1 AND NOT (\(dialect.isOneOf("id", "$2")))
      """, [Value(product.id), dialect.list(kept.map(\.id))])
    try insertPictures(
      stored.pictures.filter { !kept.contains($0) }.map { ($0, of: product.id) })
    let old = try connection.first(
      "SELECT bytes FROM product WHERE id = $1", [Value(product.id)]
    ) { $0.int(0) }
    try connection.run(
      "UPDATE product SET bytes = $1 WHERE id = $2", [Value(stored.bytes), Value(product.id)])
    try count(bytes: stored.bytes - (old ?? 0), ofVendor: product.vendorID)
    try update(stored)
    let used = Set(stored.pictures.map(\.origin))
    try removeFiles(of: product.pictures.filter { !used.contains($0.origin) })
    return stored
  }

  /// The listing with the pictures that it gets, whose ids grow in their order.
  private func renumbered(
    _ product: StoredProduct, _ pictures: [PictureChoice]
  ) throws -> StoredProduct {
    var stored = product
    stored.pictures = []
    var rest = pictures[...]
    while case .kept(let picture)? = rest.first, picture.id > stored.pictures.last?.id ?? 0 {
      stored.pictures.append(picture)
      rest.removeFirst()
    }
    let first = rest.isEmpty ? 0 : try take(rest.count, of: \.picture)
    for (index, choice) in rest.enumerated() {
      let (origin, thumbnail, date) =
        switch choice {
        case .kept(let old): (old.origin, old.thumbnail, old.createdAt)
        case .new(let new): (new.origin, new.thumbnail, product.issuedAt)
        }
      stored.pictures.append(
        StoredPicture(id: first + index, origin: origin, thumbnail: thumbnail, createdAt: date))
    }
    stored.thumbnail = stored.pictures.first?.thumbnail ?? ""
    return stored
  }

  func update(_ product: StoredProduct) throws {
    let old = try connection.first(
      "SELECT folded FROM product WHERE id = $1", [Value(product.id)]
    ) { $0.text(0) }
    guard let old else { return }
    let folded = Folding.searchText(name: product.name, vendor: product.vendorName)
    let grams = Bigrams.of(folded)
    if !old.utf8.elementsEqual(folded.utf8) {
      try removeIndex(Bigrams.of(old), of: product.id)
      try index(grams, of: product.id)
    }
    try connection.run(
      dialect.update, try values(of: product, folded, grams) + [Value(product.id)])
  }

  /// The values that an edit changes, with the revision of this change.
  private func values(
    of product: StoredProduct, _ folded: String, _ grams: [Int]
  ) throws -> [Value] {
    let name = Folding.folded(product.name).unicodeScalars.prefix(dialect.sortedLength)
    let values: [Value] = [
      .text(product.name), Value(product.description), .text(folded), .text(product.currency),
      .integer(product.price), .integer(product.discount), Value(product.stock),
      .text(product.thumbnail), Value(product.issuedAt), .text(String(name)),
      .integer(product.price - product.discount),
      .real(ListingSort.share(of: product.discount, in: product.price)),
      Value(try nextRevision()),
    ]
    return dialect == .sqlite ? values : values + [dialect.pairs(grams)]
  }

  func remove(_ product: StoredProduct) throws {
    let folded = try connection.first(
      "DELETE FROM product WHERE id = $1 RETURNING folded", [Value(product.id)]
    ) { $0.text(0) }
    guard let folded else { return }
    try removeIndex(Bigrams.of(folded), of: product.id)
    try finishRemoval(of: product)
  }
}

extension StoredProduct {
  /// The columns that `init(_:)` reads.
  static let columns = """
    product.id, vendor_id, vendor.name, product.name, description, currency, price, discount,
      stock, thumbnail, product.created_at, issued_at, removal_id, product.bytes
    FROM product JOIN vendor ON vendor.id = vendor_id
    """

  init(_ row: any SQLRow) {
    self.init(
      id: row.int(0), vendorID: row.int(1), vendorName: row.text(2), name: row.text(3),
      description: row.optionalText(4), currency: row.text(5), price: row.int64(6),
      discount: row.int64(7), stock: row.int(8), thumbnail: row.text(9), createdAt: row.date(10),
      issuedAt: row.date(11), removalID: row.text(12), bytes: row.int(13))
  }
}
