import MarketStore
import MarketWire
import SQLite

extension SQLiteWriter {
  /// Adds a listing with its pictures and returns it in full.
  func insert(_ product: NewProduct) throws -> StoredProduct {
    let folded = Folding.searchText(name: product.name, vendor: product.vendorName)
    try connection.run(
      """
      INSERT INTO product (vendor_id, name, description, folded, currency, price, discount, stock,
        thumbnail, created_at, issued_at, removal_id, bytes, folded_name, bargain, share, revision)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        Value(product.vendorID), .text(product.name), Value(product.description),
        .text(folded),
        .text(product.currency), .integer(product.price), .integer(product.discount),
        Value(product.stock), .text(product.pictures.first?.thumbnail ?? ""),
        .integer(product.createdAt.milliseconds), .integer(product.issuedAt.milliseconds),
        .text(product.removalID), Value(product.bytes),
      ] + (try sortKeys(name: product.name, price: product.price, discount: product.discount)))
    let id = Int(connection.lastInsertedID)
    try insertGrams(of: folded, for: id)
    var stored = StoredProduct(id: id, product)
    for picture in product.pictures {
      stored.pictures.append(try insert(picture, ofProduct: id, at: product.createdAt))
    }
    return stored
  }

  /// Stores the texts, the amounts, the stock, the thumbnail and `issuedAt` of a listing.
  func update(_ product: StoredProduct) throws {
    let folded = Folding.searchText(name: product.name, vendor: product.vendorName)
    if let old = try self.folded(product.id), !old.utf8.elementsEqual(folded.utf8) {
      try deleteGrams(of: old, for: product.id)
      try insertGrams(of: folded, for: product.id)
    }
    try connection.run(
      """
      UPDATE product SET name = ?, description = ?, folded = ?, currency = ?, price = ?,
        discount = ?, stock = ?, thumbnail = ?, issued_at = ?, folded_name = ?, bargain = ?,
        share = ?, revision = ? WHERE id = ?
      """,
      [
        .text(product.name), Value(product.description), .text(folded),
        .text(product.currency), .integer(product.price), .integer(product.discount),
        Value(product.stock), .text(product.thumbnail), .integer(product.issuedAt.milliseconds),
      ] + (try sortKeys(name: product.name, price: product.price, discount: product.discount))
        + [Value(product.id)])
  }

  /// The sort keys of a listing and the revision of this change.
  private func sortKeys(name: String, price: Int64, discount: Int64) throws -> [Value] {
    let revision = try connection.first(
      "UPDATE market_revision SET number = number + 1 RETURNING number"
    ) { $0.int64(0) }
    return [
      .text(Folding.folded(name)), .integer(price - discount),
      .real(ListingSort.share(of: discount, in: price)), Value(revision),
    ]
  }

  /// Deletes the rows of a listing.
  ///
  /// - Returns: the files that no other listing uses; they are pending deletion now.
  func delete(_ product: StoredProduct) throws -> [String] {
    if let folded = try folded(product.id) { try deleteGrams(of: folded, for: product.id) }
    try connection.run("DELETE FROM product WHERE id = ?", [Value(product.id)])
    var unused: [String] = []
    for picture in product.pictures where try !isUsed(picture: picture.origin) {
      unused += [picture.origin, picture.thumbnail]
    }
    for path in unused {
      try connection.run("INSERT OR IGNORE INTO doomed_file VALUES (?)", [.text(path)])
    }
    return unused
  }

  /// Adds a listing to the index for searches.
  func insertGrams(of folded: String, for id: Int) throws {
    try connection.run(
      "INSERT INTO product_gram (rowid, grams) VALUES (?, ?)",
      [Value(id), Schema.grams(of: folded)])
  }

  /// Removes a listing from the index for searches.
  ///
  /// - Parameter folded: the text that it was added with.
  func deleteGrams(of folded: String, for id: Int) throws {
    try connection.run(
      "INSERT INTO product_gram (product_gram, rowid, grams) VALUES ('delete', ?, ?)",
      [Value(id), Schema.grams(of: folded)])
  }

  /// The stored text for searches.
  private func folded(_ id: Int) throws -> String? {
    try connection.first("SELECT folded FROM product WHERE id = ?", [Value(id)]) { $0.text(0) }
  }

  private func insert(
    _ picture: NewPicture, ofProduct id: Int, at date: WireDate
  ) throws -> StoredPicture {
    try connection.run(
      "INSERT INTO picture (product_id, origin, thumbnail, created_at) VALUES (?, ?, ?, ?)",
      [
        Value(id), .text(picture.origin), .text(picture.thumbnail), .integer(date.milliseconds),
      ])
    return StoredPicture(
      id: Int(connection.lastInsertedID), origin: picture.origin, thumbnail: picture.thumbnail,
      createdAt: date)
  }
}
