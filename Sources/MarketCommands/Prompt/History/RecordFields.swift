/// Lines of fields parted by tabs, as the files of a prompt have them.

/// In a field `\t`, `\n`, `\r` and `\\` stand for what would part it.
enum RecordFields {
  /// A field where it stands in the file: there only as long as the lines are handed over.
  typealias Field = UnsafeBufferPointer<UInt8>

  /// Hands over the fields of each line; one without its end was cut off and does not count.
  static func forEachLine(in bytes: [UInt8], _ body: ([Field]) -> Void) {
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

  /// nil for anything but digits, with a sign at most, that make an `Int`.
  static func number(_ field: Field) -> Int? {
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

  static func escaped(_ text: String) -> String {
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

  /// nil where it is not UTF-8, or holds what is never written: NUL, or an unknown escape.
  static func text(_ field: Field) -> String? {
    var all: UInt8 = 0
    var isPlain = true
    for byte in field {
      all |= byte
      isPlain = isPlain && byte != 0x5C && byte != 0
    }
    if isPlain {
      // What is ASCII needs no further look, and nearly all is.
      return all < 0x80
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
