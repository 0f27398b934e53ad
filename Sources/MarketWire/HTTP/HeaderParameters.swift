/// The parameters of a header value such as `form-data; name="params"; filename=a b.jpg`.
///
/// Parsing is lenient (API 1.5): quotes and the spaces around `=` and `;` are optional, and a value
/// without quotes extends to the next `;`. It compares bytes, because a quote followed by a
/// combining mark is a single `Character`.
struct HeaderParameters {
  private var values: [String: String] = [:]

  init(_ value: some Sequence<UInt8>) {
    var rest = Array(value).drop { $0 != UInt8(ascii: ";") }
    while let byte = rest.first {
      if byte == UInt8(ascii: ";") || isBlank(byte) {
        rest = rest.dropFirst()
        continue
      }
      let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
      rest = rest.dropFirst(name.count)
      guard rest.popFirst() == UInt8(ascii: "=") else { continue }
      rest = rest.drop(while: isBlank)
      let text = rest.first == UInt8(ascii: "\"") ? Self.takeQuoted(&rest) : Self.takePlain(&rest)
      let key = String(decoding: trimmed(name, isBlank), as: UTF8.self).lowercased()
      guard values[key] == nil else { continue }
      values[key] = key.hasSuffix("*") ? Self.extended(text) : Self.withoutEscapes(text)
    }
  }

  /// The first value of a parameter, named in lowercase.
  subscript(name: String) -> String? { values[name] }

  private static func takeQuoted(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    rest = rest.dropFirst()
    var text: [UInt8] = []
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\"), let next = rest.first,
        next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\")
      {
        text.append(next)
        rest = rest.dropFirst()
      } else {
        text.append(byte)
      }
    }
    return text
  }

  private static func takePlain(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    let text = rest.prefix { $0 != UInt8(ascii: ";") }
    rest = rest.dropFirst(text.count)
    return Array(trimmed(text, isBlank))
  }

  /// Decodes the form `UTF-8''%EB%A8%B8` (RFC 8187); any other text is returned unchanged.
  private static func extended(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let pieces = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard pieces.count == 3, pieces[0].lowercased() == "utf-8" else { return text }
    return PercentEncoding.decode(pieces[2]) ?? text
  }

  /// Decodes the escapes of quotes and control characters, such as `%22`, which browsers and
  /// ``MultipartWriter`` write; any other `%` is kept.
  private static func withoutEscapes(_ bytes: [UInt8]) -> String {
    guard bytes.contains(UInt8(ascii: "%")) else { return String(decoding: bytes, as: UTF8.self) }
    var output: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap(hexValue)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        MultipartWriter.isEscaped(digits[0] << 4 | digits[1])
      {
        output.append(digits[0] << 4 | digits[1])
        rest = rest.dropFirst(2)
      } else {
        output.append(byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}

/// Returns whether a byte is a space or a tab, the blanks of header lines.
func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

/// Returns the bytes without those at both ends that fulfill a condition.
func trimmed<Bytes: BidirectionalCollection<UInt8>>(
  _ bytes: Bytes, _ isTrimmed: (UInt8) -> Bool
) -> Bytes where Bytes.SubSequence == Bytes {
  var bytes = bytes.drop(while: isTrimmed)
  while let last = bytes.last, isTrimmed(last) { bytes.removeLast() }
  return bytes
}
