/// A line-based file format with fields that are separated by tabs.
///
/// Inside a field, tab, line feed, carriage return and backslash are written as `\t`, `\n`, `\r` and
/// `\\`.
package enum RecordFields {
  /// The raw bytes of a field, valid only during the call that passes them.
  package typealias Field = UnsafeBufferPointer<UInt8>

  /// Calls `body` with the fields of each line. An incomplete last line is skipped.
  package static func forEachLine(in bytes: [UInt8], _ body: ([Field]) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      var fields: [Field] = []
      var start = 0
      for (place, byte) in bytes.enumerated() where byte == 9 || byte == 10 {
        fields.append(Field(rebasing: bytes[start..<place]))
        start = place + 1
        guard byte == 10 else { continue }
        body(fields)
        fields.removeAll(keepingCapacity: true)
      }
    }
  }

  /// Returns the number in a field: digits, with a minus sign at most.
  ///
  /// Returns nil for anything else, and for a number that is too large for an `Int`.
  package static func number(_ field: Field) -> Int? {
    let isNegative = field.first == UInt8(ascii: "-")
    let digits = isNegative ? Field(rebasing: field.dropFirst()) : field
    guard !digits.isEmpty else { return nil }
    var number = 0
    for byte in digits {
      guard (0x30...0x39).contains(byte) else { return nil }
      let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isLarger) = tens.addingReportingOverflow(Int(byte) - 0x30)
      guard !isTooLarge, !isLarger else { return nil }
      number = sum
    }
    return isNegative ? -number : number
  }

  package static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x5C }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result.append(contentsOf: "\\\\".unicodeScalars)
      case "\t": result.append(contentsOf: "\\t".unicodeScalars)
      case "\n": result.append(contentsOf: "\\n".unicodeScalars)
      case "\r": result.append(contentsOf: "\\r".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// Returns the text of a field.
  ///
  /// Returns nil if it is not UTF-8 or contains what ``escaped(_:)`` never writes: NUL or an unknown
  /// escape.
  package static func text(_ field: Field) -> String? {
    var union: UInt8 = 0
    var hasNoEscapes = true
    for byte in field {
      union |= byte
      hasNoEscapes = hasNoEscapes && byte != 0x5C && byte != 0
    }
    if hasNoEscapes {
      // Most fields are ASCII, which needs no validation.
      return union < 0x80
        ? String(decoding: field, as: UTF8.self) : String(validating: field, as: UTF8.self)
    }
    var bytes: [UInt8] = []
    var rest = field.makeIterator()
    while let byte = rest.next() {
      guard byte == 0x5C else {
        if byte == 0 { return nil }
        bytes.append(byte)
        continue
      }
      switch rest.next() {
      case UInt8(ascii: "\\"): bytes.append(0x5C)
      case UInt8(ascii: "t"): bytes.append(9)
      case UInt8(ascii: "n"): bytes.append(10)
      case UInt8(ascii: "r"): bytes.append(13)
      default: return nil
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
