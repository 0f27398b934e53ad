import CPostgreSQL
import SQLite

extension PostgresConnection {
  /// Copies rows into a table, which is quicker than inserting them.
  ///
  /// The server stores rows while `next` gets more of them.
  ///
  /// - Parameters:
  ///   - table: the table and its columns. Integers are of the type `bigint`.
  ///   - next: returns the values of the next row; nil at the end.
  /// - Throws: `PostgresError`, or the error of `next`; then no row is copied.
  func copy(into table: String, _ next: () throws -> [Value]?) throws {
    PQclear(try result(of: PQsendQuery(connection, "COPY \(table) FROM STDIN (FORMAT binary)")))
    do {
      // The signature, no flags and no extension.
      var bytes = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)
      while let values = try next() {
        bytes.append(bigEndian: Int16(values.count))
        for value in values {
          let field = value.field
          bytes.append(bigEndian: Int32(field?.count ?? -1))
          bytes += field ?? []
        }
        try put(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
      bytes.append(bigEndian: Int16(-1))
      try put(bytes)
    } catch {
      if let result = try? result(of: PQputCopyEnd(connection, "cancelled")) { PQclear(result) }
      throw error
    }
    PQclear(try result(of: PQputCopyEnd(connection, nil)))
  }

  private func put(_ bytes: [UInt8]) throws(PostgresError) {
    let isSent = bytes.withUnsafeBytes {
      PQputCopyData(connection, $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count))
    }
    if isSent != 1 { throw lost() }
  }
}
