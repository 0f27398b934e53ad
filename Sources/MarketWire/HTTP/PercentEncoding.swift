/// Percent-encoding of single path components and query items (RFC 3986, section 2.1).
///
/// Foundation's encoding leaves `+` unescaped, which servers read as a space.
public enum PercentEncoding {
  /// Returns the text with every byte except letters, digits and `-._~` written as `%XX`.
  public static func encode(_ text: String) -> String {
    var output: [UInt8] = []
    for byte in text.utf8 {
      if byte.isAlphanumeric || "-._~".utf8.contains(byte) {
        output.append(byte)
      } else {
        output.append(UInt8(ascii: "%"))
        output.append(hexDigit(byte >> 4))
        output.append(hexDigit(byte & 15))
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Returns the decoded text, or nil if an escape is malformed or the result is not UTF-8.
  ///
  /// With `plusIsBlank`, a `+` means a space, as in a query from an HTML form.
  public static func decode(_ text: some StringProtocol, plusIsBlank: Bool = false) -> String? {
    decode(bytes: text.utf8, plusIsBlank: plusIsBlank)
  }

  /// Decodes the bytes of a text; see ``decode(_:plusIsBlank:)``.
  static func decode(bytes: some Sequence<UInt8>, plusIsBlank: Bool) -> String? {
    var output: [UInt8] = []
    var bytes = bytes.makeIterator()
    while let byte = bytes.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = bytes.next().flatMap(hexValue), let low = bytes.next().flatMap(hexValue)
        else { return nil }
        output.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsBlank: output.append(UInt8(ascii: " "))
      default: output.append(byte)
      }
    }
    return String(validating: output, as: UTF8.self)
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII digit.
  package var isDigit: Bool { (48...57).contains(self) }

  /// Whether the byte is an ASCII letter or digit.
  package var isAlphanumeric: Bool { isDigit || (97...122).contains(self | 0x20) }
}

/// Returns the uppercase hexadecimal digit of a value below 16.
func hexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
}

/// Returns the value of a hexadecimal digit, or nil if the byte is not one.
package func hexValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
