import MarketStore
import MarketWire
import PostgreSQL

extension PostgresWriter {
  func insert(_ product: NewProduct) throws -> StoredProduct {
    var stored = StoredProduct(id: state.nextProduct, product)
    stored.pictures = product.pictures.enumerated().map { index, picture in
      StoredPicture(
        id: state.nextPicture + index, origin: picture.origin, thumbnail: picture.thumbnail,
        createdAt: product.createdAt)
    }
    state.nextProduct += 1
    state.nextPicture += stored.pictures.count
    try restore([stored])
    return stored
  }

  func restore(_ products: [StoredProduct]) throws {
    let table = """
      product (id, vendor_id, removal_id, created_at, bytes, name, description, folded, grams, currency,
        price, discount, stock, thumbnail, issued_at, folded_name, bargain, share, revision)
      """
    try insert(into: table, products) { product in
      let folded = Folding.searchText(name: product.name, vendor: product.vendorName)
      let grams = Bigrams.of(folded)
      count(1, at: product.id)
      count(1, product.bytes, ofVendor: product.vendorID)
      for gram in grams { count(1, gram: gram) }
      return [
        PostgresValue(product.id), PostgresValue(product.vendorID), .text(product.removalID),
        .integer(product.createdAt.milliseconds), PostgresValue(product.bytes),
      ] + columns(of: product, folded, grams)
    }
    let pictures = products.flatMap { product in product.pictures.map { (product.id, $0) } }
    try insert(into: "picture (id, product_id, origin, thumbnail, created_at)", pictures) {
      (id, picture) in
      [
        PostgresValue(picture.id), PostgresValue(id), .text(picture.origin),
        .text(picture.thumbnail), .integer(picture.createdAt.milliseconds),
      ]
    }
  }

  /// Copies many rows, or inserts a few: up to 5 with each request, so that few statements stay
  /// prepared.
  private func insert<T>(
    into table: String, _ rows: [T], _ values: (T) -> [PostgresValue]
  ) throws {
    var rest = rows[...]
    if rest.count >= 50 { return try connection.copy(into: table) { rest.popFirst().map(values) } }
    while !rest.isEmpty {
      let part = rest.prefix(5).map(values)
      let places = part.enumerated().map { number, row in
        let start = number * row.count
        return "(\(row.indices.map { "$\(start + $0 + 1)" }.joined(separator: ", ")))"
      }
      try connection.run(
        "INSERT INTO \(table) VALUES \(places.joined(separator: ", "))", part.flatMap { $0 })
      rest = rest.dropFirst(part.count)
    }
  }

  func update(_ product: StoredProduct) throws {
    let folded = Folding.searchText(name: product.name, vendor: product.vendorName)
    let old = try connection.first(
      "SELECT folded FROM product WHERE id = $1", [PostgresValue(product.id)]
    ) { $0.user(0) }
    guard let old else { return }
    if !old.utf8.elementsEqual(folded.utf8) {
      count(-1, gramsOf: old)
      count(1, gramsOf: folded)
    }
    try connection.run(
      """
      UPDATE product SET name = $2, description = $3, folded = $4, grams = $5, currency = $6,
        price = $7, discount = $8, stock = $9, thumbnail = $10, issued_at = $11, folded_name = $12,
        bargain = $13, share = $14, revision = $15 WHERE id = $1
      """, [PostgresValue(product.id)] + columns(of: product, folded, Bigrams.of(folded)))
  }

  /// The columns that an edit changes, with the revision of this change.
  private func columns(
    of product: StoredProduct, _ folded: String, _ grams: [Int]
  ) -> [PostgresValue] {
    // An index has no room for longer names.
    let sortName = Folding.folded(product.name).unicodeScalars.prefix(256)
    return [
      .user(product.name), product.description.map { .user($0) } ?? .null, .user(folded),
      .integers(grams), .text(product.currency), .integer(product.price),
      .integer(product.discount), PostgresValue(product.stock), .text(product.thumbnail),
      .integer(product.issuedAt.milliseconds), .user(String(String.UnicodeScalarView(sortName))),
      .integer(product.price - product.discount),
      .real(ListingSort.share(of: product.discount, in: product.price)),
      PostgresValue(nextRevision()),
    ]
  }

  func remove(_ product: StoredProduct) throws {
    let folded = try connection.first(
      "DELETE FROM product WHERE id = $1 RETURNING folded", [PostgresValue(product.id)]
    ) { $0.user(0) }
    guard let folded else { return }
    count(-1, at: product.id)
    count(-1, -product.bytes, ofVendor: product.vendorID)
    count(-1, gramsOf: folded)
    let revision = nextRevision()
    try connection.run(
      "INSERT INTO removal VALUES ($1, $2)", [PostgresValue(revision), PostgresValue(product.id)])
    hasRemovals = true
    for picture in product.pictures { try deleteFiles(picture.origin, picture.thumbnail) }
  }

  func removeSamples() throws -> Int {
    try flush()
    let samples = "vendor_id IN (SELECT id FROM vendor WHERE is_sample)"
    let pictures = try connection.query(
      """
      SELECT DISTINCT origin, picture.thumbnail
      FROM picture JOIN product ON product.id = product_id WHERE \(samples)
      """
    ) { ($0.text(0), $0.text(1)) }
    let counts = try connection.query(
      "SELECT id / \(StoreLimits.bucketSize), count(*) FROM product WHERE \(samples) GROUP BY 1"
    ) { ($0.int(0), $0.int(1)) }
    let grams = try connection.query(
      "SELECT gram, count(*) FROM product, unnest(grams) AS gram WHERE \(samples) GROUP BY gram"
    ) { ($0.int(0), $0.int(1)) }
    let removed = try connection.run(
      """
      WITH gone AS (DELETE FROM product WHERE \(samples) RETURNING id)
      INSERT INTO removal SELECT $1 + row_number() OVER (ORDER BY id), id FROM gone
      """, [PostgresValue(state.revision)])
    for _ in 0..<removed { _ = nextRevision() }
    for (bucket, number) in counts { count(-number, at: bucket * StoreLimits.bucketSize) }
    for (gram, number) in grams { count(-number, gram: gram) }
    hasRemovals = true
    try connection.run("DELETE FROM vendor WHERE is_sample")
    for (origin, thumbnail) in pictures { try deleteFiles(origin, thumbnail) }
    return removed
  }

  /// Deletes the files of a picture unless another listing uses it.
  private func deleteFiles(_ origin: String, _ thumbnail: String) throws {
    try connection.run(
      """
      DELETE FROM picture_file WHERE path IN ($1, $2)
        AND NOT EXISTS (SELECT FROM picture WHERE origin = $1)
      """, [.text(origin), .text(thumbnail)])
  }
}
