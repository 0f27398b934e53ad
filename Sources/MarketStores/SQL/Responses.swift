import MarketService
import MarketWire
import SQLite

/// Responses that are saved for idempotency keys (API 7.4).
extension SQLReader {
  func response(_ key: ResponseKey) throws -> StoredResponse? {
    try connection.first(
      """
      SELECT request_hash, status, content_type, body, created_at FROM answer
      WHERE vendor_id = $1 AND method = $2 AND path = $3 AND key = $4
      """, values(of: key)
    ) { StoredResponse($0, from: 0) }
  }

  func exportedResponses(after key: ResponseKey?, limit: Int) throws -> [ExportedResponse] {
    let key = key ?? ResponseKey(vendorID: 0, method: "", path: "", key: "")
    return try connection.query(
      """
      SELECT vendor_id, method, path, key, request_hash, status, content_type, body, created_at
      FROM answer WHERE (vendor_id, method, path, key) > ($1, $2, $3, $4)
      ORDER BY vendor_id, method, path, key LIMIT $5
      """, values(of: key) + [Value(limit)]
    ) { row in
      ExportedResponse(
        key: ResponseKey(
          vendorID: row.int(0), method: row.text(1), path: row.text(2), key: row.text(3)),
        response: StoredResponse(row, from: 4))
    }
  }

  fileprivate func values(of key: ResponseKey) -> [Value] {
    [Value(key.vendorID), .text(key.method), .text(key.path), .text(key.key)]
  }
}

extension SQLWriter {
  func store(_ response: StoredResponse, for key: ResponseKey) throws {
    try connection.run(
      """
      INSERT INTO answer VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        ON CONFLICT (vendor_id, method, path, key) DO UPDATE SET
          request_hash = excluded.request_hash, status = excluded.status,
          content_type = excluded.content_type, body = excluded.body,
          created_at = excluded.created_at
      """,
      values(of: key) + [
        .blob(response.requestHash), Value(response.status), .text(response.contentType),
        .blob(response.body), Value(response.createdAt),
      ])
  }

  func deleteResponses(before date: WireDate, limit: Int) throws {
    let oldest = dialect.isRow(of: "answer", "WHERE created_at < $1 ORDER BY created_at LIMIT $2")
    try connection.run("DELETE FROM answer WHERE \(oldest)", [Value(date), Value(limit)])
  }
}

extension StoredResponse {
  fileprivate init(_ row: any SQLRow, from column: Int) {
    self.init(
      requestHash: row.blob(column), status: row.int(column + 1),
      contentType: row.text(column + 2), body: row.blob(column + 3),
      createdAt: row.date(column + 4))
  }
}
