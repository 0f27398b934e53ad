/// Reading JSON strictly, with limits, so that hostile text costs no more than its length.

/// Why a text is not JSON, and where.
public struct JSONProblem: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case empty
    case expected(String)
    case invalidNumber
    case invalidEscape
    case controlCharacter
    case invalidUTF8
    case tooDeep(limit: Int)
    case trailing
  }

  public let reason: Reason
  /// The offset in bytes from the start of the text.
  public let offset: Int
}

extension JSON {
  /// Nesting beyond this is refused (API 8).
  public static let depthLimit = 32

  /// Reads one value and nothing after it but white space. A byte order mark is passed over.
  public init(parsing bytes: some Collection<UInt8>) throws(JSONProblem) {
    let array = Array(bytes)
    guard array.isEmpty || String(validating: array, as: UTF8.self) != nil else {
      throw JSONProblem(reason: .invalidUTF8, offset: 0)
    }
    var reader = JSONReader(array)
    self = try reader.readDocument()
  }

  /// Reads text.
  public init(parsing text: String) throws(JSONProblem) {
    try self.init(parsing: Array(text.utf8))
  }
}

private struct JSONReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  mutating func readDocument() throws(JSONProblem) -> JSON {
    skipBlank()
    guard index < bytes.count else { throw problem(.empty) }
    let value = try read(depth: 0)
    skipBlank()
    guard index == bytes.count else { throw problem(.trailing) }
    return value
  }

  private mutating func read(depth: Int) throws(JSONProblem) -> JSON {
    switch peek {
    case UInt8(ascii: "{"): return try readObject(depth: depth + 1)
    case UInt8(ascii: "["): return try readArray(depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "t"): return try readWord("true", .bool(true))
    case UInt8(ascii: "f"): return try readWord("false", .bool(false))
    case UInt8(ascii: "n"): return try readWord("null", .null)
    case .some(let byte) where byte == UInt8(ascii: "-") || isDigit(byte): return try readNumber()
    default: throw problem(.expected("a value"))
    }
  }

  private mutating func readObject(depth: Int) throws(JSONProblem) -> JSON {
    guard depth <= JSON.depthLimit else { throw problem(.tooDeep(limit: JSON.depthLimit)) }
    index += 1
    var object = JSONObject()
    skipBlank()
    if take(UInt8(ascii: "}")) { return .object(object) }
    while true {
      skipBlank()
      guard peek == UInt8(ascii: "\"") else { throw problem(.expected("a member name")) }
      let key = try readString()
      skipBlank()
      guard take(UInt8(ascii: ":")) else { throw problem(.expected("\":\"")) }
      skipBlank()
      object.append(key, try read(depth: depth))
      skipBlank()
      if take(UInt8(ascii: "}")) { return .object(object) }
      guard take(UInt8(ascii: ",")) else { throw problem(.expected("\",\" or \"}\"")) }
    }
  }

  private mutating func readArray(depth: Int) throws(JSONProblem) -> JSON {
    guard depth <= JSON.depthLimit else { throw problem(.tooDeep(limit: JSON.depthLimit)) }
    index += 1
    var values: [JSON] = []
    skipBlank()
    if take(UInt8(ascii: "]")) { return .array(values) }
    while true {
      skipBlank()
      values.append(try read(depth: depth))
      skipBlank()
      if take(UInt8(ascii: "]")) { return .array(values) }
      guard take(UInt8(ascii: ",")) else { throw problem(.expected("\",\" or \"]\"")) }
    }
  }

  private mutating func readString() throws(JSONProblem) -> String {
    index += 1
    let start = index
    while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      index += 1
    }
    var text = bytes[start..<index]
    if take(UInt8(ascii: "\"")) { return String(decoding: text, as: UTF8.self) }
    while true {
      guard let byte = peek else { throw problem(.expected("\"\\\"\"")) }
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text.append(contentsOf: try readEscape())
      case 0..<0x20: throw problem(.controlCharacter)
      default: text.append(byte)
      }
    }
  }

  private mutating func readEscape() throws(JSONProblem) -> [UInt8] {
    guard let byte = peek else { throw problem(.invalidEscape) }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return Array(String(try readScalar()).utf8)
    default: throw problem(.invalidEscape)
    }
  }

  /// Reads the four digits after `\u`, and a second escape where the first is half of a pair. A
  /// half on its own becomes the replacement character.
  private mutating func readScalar() throws(JSONProblem) -> Character {
    let unit = try readHex()
    guard (0xD800...0xDFFF).contains(unit) else {
      return Character(Unicode.Scalar(unit) ?? "\u{FFFD}")
    }
    let isHigh = unit < 0xDC00
    guard isHigh, peek == UInt8(ascii: "\\"), index + 1 < bytes.count,
      bytes[index + 1] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    let before = index
    index += 2
    let low = try readHex()
    guard (0xDC00...0xDFFF).contains(low) else {
      index = before
      return "\u{FFFD}"
    }
    let value = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00)
    return Character(Unicode.Scalar(value) ?? "\u{FFFD}")
  }

  private mutating func readHex() throws(JSONProblem) -> UInt32 {
    guard index + 4 <= bytes.count else { throw problem(.invalidEscape) }
    var value: UInt32 = 0
    for byte in bytes[index..<index + 4] {
      guard let digit = hexValue(byte) else { throw problem(.invalidEscape) }
      value = value << 4 | UInt32(digit)
    }
    index += 4
    return value
  }

  private mutating func readNumber() throws(JSONProblem) -> JSON {
    let start = index
    _ = take(UInt8(ascii: "-"))
    let whole = takeDigits()
    guard whole > 0, whole == 1 || bytes[index - whole] != UInt8(ascii: "0") else {
      throw problem(.invalidNumber)
    }
    if take(UInt8(ascii: ".")) {
      guard takeDigits() > 0 else { throw problem(.invalidNumber) }
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
      guard takeDigits() > 0 else { throw problem(.invalidNumber) }
    }
    let number = JSONNumber(literal: String(decoding: bytes[start..<index], as: UTF8.self))
    return .number(number)
  }

  private mutating func takeDigits() -> Int {
    let start = index
    while let byte = peek, isDigit(byte) { index += 1 }
    return index - start
  }

  private mutating func readWord(_ word: String, _ value: JSON) throws(JSONProblem) -> JSON {
    guard bytes[index...].starts(with: word.utf8) else { throw problem(.expected("a value")) }
    index += word.utf8.count
    return value
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    index += 1
    return true
  }

  private mutating func skipBlank() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private func problem(_ reason: JSONProblem.Reason) -> JSONProblem {
    JSONProblem(reason: reason, offset: index)
  }
}

/// The value of one hexadecimal digit.
func hexValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
