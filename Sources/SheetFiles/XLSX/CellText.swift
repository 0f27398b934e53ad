/// The form of texts in the XML of cells, in which `_x000D_` is a character that XML cannot hold
/// (ECMA-376, part 1, 22.9.2.19).
enum CellText {
  static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard hasEscape(bytes) else { return text }
    var decoded: [UInt16] = []
    var rest = Array(text.utf16)[...]
    while let unit = rest.first {
      let escaped = escape(rest)
      decoded.append(escaped ?? unit)
      rest = rest.dropFirst(escaped == nil ? 1 : 7)
    }
    return String(decoding: decoded, as: UTF16.self)
  }

  /// Escapes what would be read as an escape; libxlsxwriter escapes control characters only.
  static func encode(_ text: String) -> String {
    guard hasEscape(Array(text.utf8)[...]) else { return text }
    var encoded: [UInt16] = []
    var rest = Array(text.utf16)[...]
    while let unit = rest.first {
      if escape(rest) != nil { encoded += "_x005F".utf16 }
      encoded.append(unit)
      rest = rest.dropFirst()
    }
    return String(decoding: encoded, as: UTF16.self)
  }

  /// Whether there may be an escape.
  private static func hasEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      guard bytes.count >= 7 else { return false }
      for index in 0...bytes.count - 7
      where bytes[index] == UInt8(ascii: "_") && bytes[index + 1] == UInt8(ascii: "x") {
        return true
      }
      return false
    }
  }

  /// The character of an escape at the beginning.
  private static func escape(_ units: ArraySlice<UInt16>) -> UInt16? {
    let form = units.prefix(7).map { UInt8(exactly: $0) ?? 0 }
    guard form.count == 7, form[0] == UInt8(ascii: "_"), form[1] == UInt8(ascii: "x"),
      form[6] == UInt8(ascii: "_"),
      form[2...5].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
    else { return nil }
    return UInt16(String(decoding: form[2...5], as: UTF8.self), radix: 16)
  }
}
