import MarketWire

/// A piece of HTML, written as a literal; interpolated texts are escaped.
///
/// Every page is built from such literals, so no text of a listing can become markup.
struct HTML: ExpressibleByStringInterpolation {
  private(set) var bytes: [UInt8]

  init(stringLiteral value: String) { bytes = Array(value.utf8) }

  init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.bytes }

  /// HTML of a library that leaves no markup of a stranger in it.
  init(trusted text: String) { bytes = Array(text.utf8) }

  init(joining pieces: [HTML]) { bytes = pieces.flatMap(\.bytes) }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + interpolationCount * 32)
    }

    mutating func appendLiteral(_ literal: String) { append(literal) }

    private mutating func append(_ text: String) {
      var text = text
      text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    mutating func appendInterpolation(_ html: HTML) { bytes += html.bytes }

    mutating func appendInterpolation(_ pieces: [HTML]) {
      for piece in pieces { bytes += piece.bytes }
    }

    mutating func appendInterpolation(_ number: Int) { bytes += String(number).utf8 }

    /// Appends JSON in which no character means anything in HTML.
    mutating func appendInterpolation(data: JSON) {
      for scalar in String(decoding: data.bytes(), as: UTF8.self).unicodeScalars {
        switch scalar {
        case "<", ">", "&", "'": bytes += "\\u00\(String(scalar.value, radix: 16))".utf8
        case "\u{7F}"..<"\u{A0}": continue
        default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        }
      }
    }

    /// Escapes the text for content and for attributes in double quotes.
    mutating func appendInterpolation(_ text: String) {
      guard !text.utf8.allSatisfy(Self.isPlain) else { return append(text) }
      for scalar in text.unicodeScalars {
        switch scalar {
        case "&": bytes += "&amp;".utf8
        case "<": bytes += "&lt;".utf8
        case ">": bytes += "&gt;".utf8
        case "\"": bytes += "&quot;".utf8
        case "'": bytes += "&#39;".utf8
        // HTML has no control characters other than white space.
        case "\n", "\t": bytes.append(UInt8(scalar.value))
        case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}": continue
        // XML has no such characters, so one would spoil a whole feed.
        case "\u{FFFE}", "\u{FFFF}": continue
        default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        }
      }
    }

    /// Whether a byte needs no escape, wherever it is; 0xC2 begins the control characters from
    /// U+0080 on, and 0xEF those that XML does not have.
    private static func isPlain(_ byte: UInt8) -> Bool {
      switch byte {
      case 0..<0x20, 0x22, 0x26, 0x27, 0x3C, 0x3E, 0x7F, 0xC2, 0xEF: false
      default: true
      }
    }
  }
}
