/// A JSON text that is written straight into bytes, without a tree of values.
///
/// The caller is responsible for the structure; strings, numbers and dates have the same form as
/// those of ``JSON/bytes(indented:)``.
package struct JSONBytes {
  package private(set) var bytes: [UInt8] = []

  package init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  /// Appends punctuation, keys or literals as they are.
  package mutating func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func append(_ number: Int) {
    guard number >= 0 else { return append(literal: String(number)) }
    bytes.appendDigits(UInt(number))
  }

  package mutating func append(_ flag: Bool) {
    append(flag ? "true" : "false")
  }

  /// Appends a string in quotes, or null.
  package mutating func append(quoted text: String?) {
    guard let text else { return append("null") }
    bytes.append(UInt8(ascii: "\""))
    bytes.appendJSONCharacters(of: text)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends the characters of a string without quotes.
  package mutating func append(charactersOf text: String) {
    bytes.appendJSONCharacters(of: text)
  }

  /// Appends an amount in ten-thousandths in the form of ``JSONNumber/double(_:)``.
  package mutating func append(tenThousandths amount: Int64) {
    // Other amounts have an exponent.
    guard amount == 0 || (10..<100_000_000_000).contains(amount) else {
      return append(literal: JSONNumber.double(tenThousandths: amount).literal)
    }
    bytes.appendDigits(UInt(amount) / 10_000)
    bytes.append(UInt8(ascii: "."))
    var fraction = UInt(amount) % 10_000
    var places = 4
    while places > 1, fraction % 10 == 0 {
      fraction /= 10
      places -= 1
    }
    bytes.appendDigits(fraction, padding: places)
  }

  /// Appends ``WireDate/wireText`` in quotes.
  package mutating func append(_ date: WireDate) {
    bytes.append(UInt8(ascii: "\""))
    date.appendText(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends ``WireDate/exactText`` in quotes.
  package mutating func append(exact date: WireDate) {
    bytes.append(UInt8(ascii: "\""))
    date.appendExactText(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(literal: String) {
    bytes.append(contentsOf: literal.utf8)
  }
}

extension [UInt8] {
  /// Appends a decimal number, with zeros in front up to `padding` digits.
  mutating func appendDigits(_ number: UInt, padding: Int = 1) {
    var count = 1
    var rest = number / 10
    while rest > 0 {
      count += 1
      rest /= 10
    }
    let end = self.count + Swift.max(count, padding)
    append(contentsOf: repeatElement(UInt8(ascii: "0"), count: end - self.count))
    rest = number
    var index = end
    while rest > 0 {
      index -= 1
      self[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// Appends a string with as few escapes as the training server used.
  mutating func appendJSONCharacters(of text: String) {
    var text = text
    text.withUTF8 { source in
      var start = 0
      for index in source.indices {
        let byte = source[index]
        guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
          continue
        }
        append(contentsOf: UnsafeBufferPointer(rebasing: source[start..<index]))
        appendEscape(byte)
        start = index + 1
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: source[start...]))
    }
  }

  private mutating func appendEscape(_ byte: UInt8) {
    let letter: Unicode.Scalar? =
      switch byte {
      case UInt8(ascii: "\""): "\""
      case UInt8(ascii: "\\"): "\\"
      case 0x08: "b"
      case 0x09: "t"
      case 0x0A: "n"
      case 0x0C: "f"
      case 0x0D: "r"
      default: nil
      }
    append(UInt8(ascii: "\\"))
    if let letter { return append(UInt8(ascii: letter)) }
    append(contentsOf: "u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8)
  }
}
