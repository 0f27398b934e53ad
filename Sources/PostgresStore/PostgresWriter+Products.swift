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
    try restore(stored)
    return stored
  }

  func restore(_ product: StoredProduct) throws {
    try connection.run(
      """
      INSERT INTO product (id, vendor_id, removal_id, created_at, name, description, folded, grams,
        currency, price, discount, stock, thumbnail, issued_at, folded_name, bargain, share,
        revision)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
      """,
      [
        PostgresValue(product.id), PostgresValue(product.vendorID), .text(product.removalID),
        .integer(product.createdAt.milliseconds),
      ] + columns(of: product))
    count(1, at: product.id)
    try insert(product.pictures, ofProduct: product.id)
  }

  private func insert(_ pictures: [StoredPicture], ofProduct id: Int) throws {
    guard !pictures.isEmpty else { return }
    let rows = pictures.indices.map {
      "($\(4 * $0 + 2), $1, $\(4 * $0 + 3), $\(4 * $0 + 4), $\(4 * $0 + 5))"
    }
    try connection.run(
      "INSERT INTO picture VALUES \(rows.joined(separator: ", "))",
      [PostgresValue(id)]
        + pictures.flatMap { picture in
          [
            PostgresValue(picture.id), .text(picture.origin), .text(picture.thumbnail),
            .integer(picture.createdAt.milliseconds),
          ]
        })
  }

  func update(_ product: StoredProduct) throws {
    try connection.run(
      """
      UPDATE product SET name = $2, description = $3, folded = $4, grams = $5, currency = $6,
        price = $7, discount = $8, stock = $9, thumbnail = $10, issued_at = $11, folded_name = $12,
        bargain = $13, share = $14, revision = $15 WHERE id = $1
      """, [PostgresValue(product.id)] + columns(of: product))
  }

  /// The columns that an edit changes, with the revision of this change.
  private func columns(of product: StoredProduct) -> [PostgresValue] {
    let folded = Folding.searchText(name: product.name, vendor: product.vendorName)
    // An index has no room for longer names.
    let sortName = Folding.folded(product.name).unicodeScalars.prefix(256)
    return [
      .user(product.name), product.description.map { .user($0) } ?? .null, .user(folded),
      .integers(Bigrams.of(folded)), .text(product.currency), .integer(product.price),
      .integer(product.discount), PostgresValue(product.stock), .text(product.thumbnail),
      .integer(product.issuedAt.milliseconds), .user(String(String.UnicodeScalarView(sortName))),
      .integer(product.price - product.discount),
      .real(ListingSort.share(of: product.discount, in: product.price)),
      PostgresValue(nextRevision()),
    ]
  }

  func remove(_ product: StoredProduct) throws {
    guard try connection.run("DELETE FROM product WHERE id = $1", [PostgresValue(product.id)]) == 1
    else { return }
    count(-1, at: product.id)
    let revision = nextRevision()
    try connection.run(
      "INSERT INTO removal VALUES ($1, $2)", [PostgresValue(revision), PostgresValue(product.id)])
    try forgetRemovals()
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
    let removed = try connection.run(
      """
      WITH gone AS (DELETE FROM product WHERE \(samples) RETURNING id)
      INSERT INTO removal SELECT $1 + row_number() OVER (ORDER BY id), id FROM gone
      """, [PostgresValue(state.revision)])
    for _ in 0..<removed { _ = nextRevision() }
    for (bucket, number) in counts { count(-number, at: bucket * StoreLimits.bucketSize) }
    try forgetRemovals()
    try connection.run("DELETE FROM vendor WHERE is_sample")
    for (origin, thumbnail) in pictures { try deleteFiles(origin, thumbnail) }
    return removed
  }

  private func forgetRemovals() throws {
    try connection.run(
      "DELETE FROM removal WHERE revision <= $1",
      [PostgresValue(state.revision - StoreLimits.retainedRevisions)])
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
