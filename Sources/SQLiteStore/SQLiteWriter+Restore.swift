import MarketStore
import MarketWire
import SQLite

extension SQLiteWriter {
  func restore(_ exported: ExportedVendor) throws {
    let (vendor, hashes) = (exported.vendor, exported.hashes)
    try connection.run(
      """
      INSERT INTO vendor (id, name, identifier_hash, secret_salt, secret_hash, is_sample, is_disabled,
        created_at, is_hidden, last_used) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        Value(vendor.id), .text(vendor.name), .blob(hashes.identifierHash), .blob(hashes.salt),
        .blob(hashes.secretHash), Value(vendor.isSample), Value(vendor.isDisabled),
        .integer(vendor.createdAt.milliseconds), Value(vendor.isHidden),
        vendor.lastUsed.map { .integer($0.milliseconds) } ?? .null,
      ])
  }

  func restore(_ products: [StoredProduct]) throws {
    for product in products { try restore(product) }
  }

  private func restore(_ product: StoredProduct) throws {
    let folded = Folding.searchText(name: product.name, vendor: product.vendorName)
    try connection.run(
      """
      INSERT INTO product (id, vendor_id, name, description, folded, currency, price, discount,
        stock, thumbnail, created_at, issued_at, removal_id, bytes, folded_name, bargain, share,
        revision)
      VALUES (?, ?, '', NULL, ?, '', 0, 0, 0, '', ?, 0, ?, ?, '', 0, 0, -1)
      """,
      [
        Value(product.id), Value(product.vendorID), .text(folded),
        .integer(product.createdAt.milliseconds), .text(product.removalID), Value(product.bytes),
      ])
    try insertGrams(of: folded, for: product.id)
    try update(product)
    for picture in product.pictures {
      try connection.run(
        "INSERT INTO picture (id, product_id, origin, thumbnail, created_at) VALUES (?, ?, ?, ?, ?)",
        [
          Value(picture.id), Value(product.id), .text(picture.origin), .text(picture.thumbnail),
          .integer(picture.createdAt.milliseconds),
        ])
    }
  }

  func restore(_ numbers: StoreNumbers) throws {
    let next = [
      ("vendor", numbers.vendor), ("product", numbers.product), ("picture", numbers.picture),
    ]
    for (table, number) in next {
      try connection.run("DELETE FROM sqlite_sequence WHERE name = ?", [.text(table)])
      try connection.run(
        "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [.text(table), Value(number - 1)])
    }
    try connection.run(
      "UPDATE market_revision SET number = max(number, ?1) + 1, floor = max(number, ?1) + 1",
      [Value(numbers.revision)])
  }
}
