import MarketStore
import MarketWire
import PostgreSQL

extension PostgresReader {
  func exportedVendors(after id: Int, limit: Int) throws -> [ExportedVendor] {
    try connection.query(
      """
      SELECT \(StoredVendor.columns), identifier_hash, secret_salt, secret_hash
      FROM vendor WHERE id > $1 ORDER BY id LIMIT $2
      """, [PostgresValue(id), PostgresValue(limit)]
    ) { row in
      ExportedVendor(
        vendor: StoredVendor(row),
        hashes: CredentialHashes(
          identifierHash: row.blob(7), salt: row.blob(8), secretHash: row.blob(9)))
    }
  }

  func exportedProducts(after id: Int, limit: Int) throws -> [StoredProduct] {
    try withPictures(
      connection.query(
        "SELECT \(StoredProduct.columns) WHERE product.id > $1 ORDER BY product.id LIMIT $2",
        [PostgresValue(id), PostgresValue(limit)]
      ) { StoredProduct($0) })
  }

  func exportedResponses(after key: ResponseKey?, limit: Int) throws -> [ExportedResponse] {
    try connection.query(
      """
      SELECT vendor_id, method, path, key, request_hash, status, content_type, body, created_at
      FROM answer WHERE (vendor_id, method, path, key) > ($1, $2, $3, $4)
      ORDER BY vendor_id, method, path, key LIMIT $5
      """,
      [
        PostgresValue(key?.vendorID ?? 0), .text(key?.method ?? ""), .text(key?.path ?? ""),
        .text(key?.key ?? ""), PostgresValue(limit),
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
    StoreNumbers(
      vendor: state.nextVendor, product: state.nextProduct, picture: state.nextPicture,
      revision: state.revision)
  }
}
