import CPostgreSQL

/// A row of a result; valid only inside the closure that receives it.
package struct PostgresRow: SQLRow {
  let result: OpaquePointer
  let row: Int32
  let isBinary: Bool

  /// Whether a column is NULL.
  func isNull(_ column: Int) -> Bool { PQgetisnull(result, row, Int32(column)) == 1 }

  /// The bytes of a column as the server sent them.
  private func bytes(_ column: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: PQgetvalue(result, row, Int32(column)),
      count: Int(PQgetlength(result, row, Int32(column))))
  }

  /// A text; empty for NULL.
  func text(_ column: Int) -> String { PostgresText.decoded(bytes(column)) }

  /// An integer; 0 for NULL.
  package func int64(_ column: Int) -> Int64 {
    var value: Int64 = 0
    var isNegative = false
    for byte in bytes(column) {
      if byte == UInt8(ascii: "-") {
        isNegative = true
      } else {
        // Below zero, because the smallest number has no positive counterpart.
        value = value &* 10 &- Int64(byte &- 48)
      }
    }
    return isNegative ? value : 0 &- value
  }

  /// A boolean; false for NULL.
  func bool(_ column: Int) -> Bool { bytes(column).first == UInt8(ascii: "t") }

  /// Bytes; empty for NULL.
  func blob(_ column: Int) -> [UInt8] {
    let bytes = bytes(column)
    guard !isBinary else { return Array(bytes) }
    // Text has the form \x followed by two digits for each byte.
    func digit(_ byte: UInt8) -> UInt8 { byte < 58 ? byte &- 48 : (byte | 32) &- 87 }
    return stride(from: 2, to: bytes.count - 1, by: 2).map {
      digit(bytes[$0]) << 4 | digit(bytes[$0 + 1])
    }
  }
}
