import MarketStore
import MarketWire
import SQLite

extension SQLiteReader {
  func exportedVendors(after id: Int, limit: Int) throws -> [ExportedVendor] {
    try connection.query(
      """
      SELECT \(StoredVendor.columns), identifier_hash, secret_salt, secret_hash
      FROM vendor WHERE id > ? ORDER BY id LIMIT ?
      """, [Value(id), Value(limit)]
    ) { row in
      ExportedVendor(
        vendor: StoredVendor(row),
        hashes: CredentialHashes(
          identifierHash: row.blob(7), salt: row.blob(8), secretHash: row.blob(9)))
    }
  }

  func exportedProducts(after id: Int, limit: Int) throws -> [StoredProduct] {
    let ids = try connection.query(
      "SELECT id FROM product WHERE id > ? ORDER BY id LIMIT ?", [Value(id), Value(limit)]
    ) { $0.int(0) }
    return try ids.compactMap(product)
  }

  func exportedResponses(after key: ResponseKey?, limit: Int) throws -> [ExportedResponse] {
    try connection.query(
      """
      SELECT vendor_id, method, path, key, request_hash, status, content_type, body, created_at
      FROM answer WHERE (vendor_id, method, path, key) > (?, ?, ?, ?)
      ORDER BY vendor_id, method, path, key LIMIT ?
      """,
      [
        Value(key?.vendorID ?? 0), .text(key?.method ?? ""), .text(key?.path ?? ""),
        .text(key?.key ?? ""), Value(limit),
      ]
    ) { row in
      ExportedResponse(
        key: ResponseKey(
          vendorID: row.int(0), method: row.text(1), path: row.text(2), key: row.text(3)),
        response: StoredResponse(
          requestHash: row.blob(4), status: row.int(5), contentType: row.text(6),
          body: row.blob(7), createdAt: WireDate(milliseconds: row.int64(8))))
    }
  }

  func numbers() throws -> StoreNumbers {
    func next(_ table: String) throws -> Int {
      let last = try connection.first(
        "SELECT seq FROM sqlite_sequence WHERE name = ?", [.text(table)]
      ) { $0.int(0) }
      return (last ?? 0) + 1
    }
    return StoreNumbers(
      vendor: try next("vendor"), product: try next("product"), picture: try next("picture"),
      revision: try revision())
  }
}
