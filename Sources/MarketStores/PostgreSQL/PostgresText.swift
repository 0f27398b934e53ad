import Foundation
import SQLite

/// Texts as PostgreSQL can store them: without NUL.
///
/// NUL becomes U+0001 U+0001, and U+0001 becomes U+0001 U+0002. This keeps the order of texts.
enum PostgresText {
  static func encoded(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    guard bytes.contains(where: { $0 <= 1 }) else { return bytes }
    return bytes.flatMap { $0 <= 1 ? [1, $0 + 1] : [$0] }
  }

  static func decoded(_ bytes: UnsafeRawBufferPointer) -> String {
    guard bytes.contains(1) else { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      if isEscaped { text.append(byte - 1) } else if byte != 1 { text.append(byte) }
      isEscaped = !isEscaped && byte == 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Value {
  /// An array of integers in binary form, as a parameter or for ``PostgresConnection/copy(into:_:)``.
  static func integers(_ values: [Int]) -> Value {
    // The number of dimensions, no NULL, the type bigint, the number of values, the first index.
    let head = values.isEmpty ? [0, 0, 20] : [1, 0, 20, Int32(values.count), 1]
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * head.count + 12 * values.count)
    for number in head { bytes.append(bigEndian: number) }
    for value in values {
      bytes.append(bigEndian: Int32(8))
      bytes.append(bigEndian: Int64(value))
    }
    return .blob(bytes)
  }

  /// The bytes of a parameter for libpq: text, apart from blobs; nil for NULL.
  var parameter: [UInt8]? {
    switch self {
    case .null: nil
    case .integer(let value): Array(String(value).utf8)
    case .real(let value): Array(String(value).utf8)
    case .text(let value): PostgresText.encoded(value)
    case .blob(let value): value
    }
  }

  /// The bytes of a field of a copied row; nil for NULL.
  var field: [UInt8]? {
    switch self {
    case .integer(let value): withUnsafeBytes(of: value.bigEndian) { Array($0) }
    case .real(let value): withUnsafeBytes(of: value.bitPattern.bigEndian) { Array($0) }
    case .null, .text, .blob: parameter
    }
  }
}

extension [UInt8] {
  mutating func append(bigEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }
}
