import CPostgreSQL

extension PostgresConnection {
  /// Copies rows into a table, which is quicker than inserting them.
  ///
  /// The server stores rows while `next` gets more of them.
  ///
  /// - Parameters:
  ///   - table: the table and its columns. Integers are of the type `bigint`.
  ///   - next: returns the values of the next row; nil at the end.
  /// - Throws: `PostgresError`, or the error of `next`; then no row is copied.
  public func copy(into table: String, _ next: () throws -> [PostgresValue]?) throws {
    PQclear(try result(of: PQsendQuery(connection, "COPY \(table) FROM STDIN (FORMAT binary)")))
    do {
      // The signature, no flags and no extension.
      var bytes = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)
      while let values = try next() {
        bytes.append(bigEndian: Int16(values.count))
        for value in values { value.append(to: &bytes) }
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

extension PostgresValue {
  /// Appends the binary form: the length of the value, or -1 for NULL, and its bytes.
  fileprivate func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(bigEndian: Int32(-1))
    case .integer(let value):
      bytes.append(bigEndian: Int32(8))
      bytes.append(bigEndian: value)
    case .real(let value):
      bytes.append(bigEndian: Int32(8))
      bytes.append(bigEndian: value.bitPattern)
    case .text(let value):
      bytes.append(bigEndian: Int32(value.utf8.count))
      bytes += value.utf8
    case .blob(let value):
      bytes.append(bigEndian: Int32(value.count))
      bytes += value
    case .integers(let values):
      // The number of dimensions, no NULL, the type bigint, the number of values, the first index.
      let head = values.isEmpty ? [0, 0, 20] : [1, 0, 20, Int32(values.count), 1]
      bytes.append(bigEndian: Int32(4 * head.count + 12 * values.count))
      for number in head { bytes.append(bigEndian: number) }
      for value in values { PostgresValue(value).append(to: &bytes) }
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(bigEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }
}
