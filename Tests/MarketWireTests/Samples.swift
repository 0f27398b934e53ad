import Foundation
import MarketWire

/// A secret that must never be printed.
let sampleSecret = "s3cr3tvalue7abc"
/// An identifier that must never be printed.
let sampleIdentifier = "0f6c1bde-4f1a-11ed-a200-9d1c2b3a4f5e"
/// A removal path that must never be printed.
let sampleRemovalPath = "/api/products/NDA5fDVkODQzMDdjLWExYjI="

let sampleCredentials = Credentials(
  identifier: VendorIdentifier(sampleIdentifier), secret: Secret(sampleSecret))

/// Returns the decimal in a text, which must be valid.
func decimal(_ text: String) -> Decimal {
  Decimal(string: text, locale: nil) ?? .nan
}

/// Returns JSON without the white space between its tokens.
func stripped(_ json: [UInt8]) -> [UInt8] {
  var output: [UInt8] = []
  var isInString = false
  var isEscaped = false
  for byte in json {
    if isInString {
      output.append(byte)
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
    } else if byte > 0x20 {
      output.append(byte)
      isInString = byte == UInt8(ascii: "\"")
    }
  }
  return output
}

/// Returns bytes as text, so that failed comparisons are readable.
func text(_ bytes: some Sequence<UInt8>) -> String {
  String(decoding: Array(bytes), as: UTF8.self)
}

/// Returns a response with status 200.
func success(_ body: [UInt8]) -> HTTPResponse {
  HTTPResponse(status: 200, body: body)
}

/// Returns a response with status 200 and a text.
func success(_ body: String) -> HTTPResponse {
  success(Array(body.utf8))
}

extension JSON: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(integerLiteral value: Int) { self = .integer(value) }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(stringLiteral value: String) { self = .string(value) }
  init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.reduce(into: JSONObject()) { $0.append($1.0, $1.1) })
  }
}
