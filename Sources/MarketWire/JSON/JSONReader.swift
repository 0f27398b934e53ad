/// An error in a JSON text, with its position.
public struct JSONError: Error, Hashable, Sendable {
  /// The kinds of errors.
  public enum Reason: Hashable, Sendable {
    /// The text has nothing but white space.
    case empty
    /// The named token was expected, such as `a value`.
    case expected(String)
    /// A number lacks digits or has leading zeros.
    case invalidNumber
    /// The character after a backslash is not an escape of JSON.
    case invalidEscape
    /// A string has a byte below 0x20.
    case controlCharacter
    /// The bytes are not UTF-8.
    case invalidUTF8
    /// The nesting is deeper than `limit`.
    case tooDeep(limit: Int)
    /// There are more than `limit` values.
    case tooManyValues(limit: Int)
    /// There is text after the value.
    case trailing
  }

  /// The kind of error.
  public let reason: Reason
  /// The position of the error, in bytes from the start of the text.
  public let offset: Int
}

extension JSON {
  /// The maximum nesting depth (API 8.1).
  public static let depthLimit = 32

  /// Parses one value, with optional white space around it and a byte order mark before it.
  ///
  /// The running time is linear in the length.
  ///
  /// - Throws: ``JSONError``.
  public init(parsing bytes: some Collection<UInt8>) throws(JSONError) {
    try self.init(parsing: bytes, valueLimit: .max)
  }

  /// Parses the body of an answer, which may be that of a hostile market.
  ///
  /// A value takes up to a hundred times the bytes that it has in the text, such as each zero of
  /// `[0,0,0]`, so there may be one in 12 bytes; the shortest rows of lists have one in 14.
  init(parsingAnswer bytes: [UInt8]) throws(JSONError) {
    try self.init(parsing: bytes, valueLimit: max(50_000, bytes.count / 12))
  }

  private init(parsing bytes: some Collection<UInt8>, valueLimit: Int) throws(JSONError) {
    let bytes = Array(bytes)
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw JSONError(reason: .invalidUTF8, offset: error.byteOffsets.lowerBound)
    }
    self = try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in
      var reader = JSONReader(bytes, valueLimit: valueLimit)
      return try reader.readDocument()
    }
  }

  /// Parses one value from a text; see ``init(parsing:)-(Collection<UInt8>)``.
  public init(parsing text: String) throws(JSONError) {
    try self.init(parsing: Array(text.utf8))
  }
}

/// Reads a JSON text value by value.
private struct JSONReader {
  /// The text, which is UTF-8.
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The position of the next byte.
  private var index = 0
  /// The number of members of the last object: the rows of a list are alike.
  private var usualCount = 0
  /// The first keys of the last object, with their places in the text.
  private var usualKeys: [(text: String, place: Range<Int>)] = []
  private let valueLimit: Int
  private var valueCount = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, valueLimit: Int) {
    self.bytes = bytes
    self.valueLimit = valueLimit
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  mutating func readDocument() throws(JSONError) -> JSON {
    skipBlank()
    guard index < bytes.count else { throw problem(.empty) }
    let value = try read(depth: 0)
    skipBlank()
    guard index == bytes.count else { throw problem(.trailing) }
    return value
  }

  /// Reads a value inside `depth` arrays and objects.
  private mutating func read(depth: Int) throws(JSONError) -> JSON {
    valueCount += 1
    guard valueCount <= valueLimit else { throw problem(.tooManyValues(limit: valueLimit)) }
    switch peek {
    case UInt8(ascii: "{"): return try readObject(depth: depth + 1)
    case UInt8(ascii: "["): return try readArray(depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "t"): return try readWord("true", .bool(true))
    case UInt8(ascii: "f"): return try readWord("false", .bool(false))
    case UInt8(ascii: "n"): return try readWord("null", .null)
    case .some(let byte) where byte == UInt8(ascii: "-") || byte.isDigit: return try readNumber()
    default: throw problem(.expected("a value"))
    }
  }

  private mutating func readObject(depth: Int) throws(JSONError) -> JSON {
    guard depth <= JSON.depthLimit else { throw problem(.tooDeep(limit: JSON.depthLimit)) }
    index += 1
    var object = JSONObject(capacity: usualCount)
    defer { usualCount = object.members.count }
    skipBlank()
    if take(UInt8(ascii: "}")) { return .object(object) }
    while true {
      skipBlank()
      guard peek == UInt8(ascii: "\"") else { throw problem(.expected("a member name")) }
      let key = try readKey(at: object.members.count)
      skipBlank()
      guard take(UInt8(ascii: ":")) else { throw problem(.expected("\":\"")) }
      skipBlank()
      object.append(key, try read(depth: depth))
      skipBlank()
      if take(UInt8(ascii: "}")) { return .object(object) }
      guard take(UInt8(ascii: ",")) else { throw problem(.expected("\",\" or \"}\"")) }
    }
  }

  /// Reads a key, which is mostly that of the last object at the same position.
  private mutating func readKey(at position: Int) throws(JSONError) -> String {
    let start = index + 1
    if position < usualKeys.count {
      let (text, place) = usualKeys[position]
      let end = start + place.count
      if end < bytes.count, bytes[end] == UInt8(ascii: "\""),
        bytes[start..<end].elementsEqual(bytes[place])
      {
        index = end + 1
        return text
      }
    }
    let text = try readString()
    if position < usualKeys.count {
      usualKeys[position] = (text, start..<index - 1)
    } else if position == usualKeys.count, position < 32 {
      usualKeys.append((text, start..<index - 1))
    }
    return text
  }

  private mutating func readArray(depth: Int) throws(JSONError) -> JSON {
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

  /// Reads a string; the next byte is its quote.
  private mutating func readString() throws(JSONError) -> String {
    index += 1
    let start = index
    var united: UInt8 = 0
    while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      united |= byte
      index += 1
    }
    if take(UInt8(ascii: "\"")) { return text(start..<index - 1, isASCII: united < 0x80) }
    var text = Array(bytes[start..<index])
    while true {
      guard let byte = peek else { throw problem(.expected("\"\\\"\"")) }
      guard byte >= 0x20 else { throw problem(.controlCharacter) }
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try readEscape(into: &text)
      default: text.append(byte)
      }
    }
  }

  private mutating func readEscape(into text: inout [UInt8]) throws(JSONError) {
    guard let byte = peek else { throw problem(.invalidEscape) }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      index += 1
      return text.append(
        contentsOf: UTF8.encode(try readScalar()) ?? UTF8.encodedReplacementCharacter)
    default: throw problem(.invalidEscape)
    }
    index += 1
  }

  /// Reads the digits after `\u`, and a second escape if the first one is a high surrogate.
  ///
  /// A surrogate without its counterpart becomes the replacement character.
  private mutating func readScalar() throws(JSONError) -> Unicode.Scalar {
    let unit = try readHex()
    guard (0xD800...0xDFFF).contains(unit) else {
      return Unicode.Scalar(unit) ?? "\u{FFFD}"
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
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private mutating func readHex() throws(JSONError) -> UInt32 {
    guard index + 4 <= bytes.count else { throw problem(.invalidEscape) }
    var value: UInt32 = 0
    for byte in bytes[index..<index + 4] {
      guard let digit = hexValue(byte) else { throw problem(.invalidEscape) }
      value = value << 4 | UInt32(digit)
    }
    index += 4
    return value
  }

  private mutating func readNumber() throws(JSONError) -> JSON {
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
    return .number(JSONNumber(literal: text(start..<index, isASCII: true)))
  }

  private mutating func takeDigits() -> Int {
    let start = index
    while let byte = peek, byte.isDigit { index += 1 }
    return index - start
  }

  private mutating func readWord(_ word: String, _ value: JSON) throws(JSONError) -> JSON {
    guard bytes[index...].starts(with: word.utf8) else { throw problem(.expected("a value")) }
    index += word.utf8.count
    return value
  }

  /// Returns a part of the text that begins and ends at characters.
  private func text(_ range: Range<Int>, isASCII: Bool) -> String {
    let part = UnsafeBufferPointer(rebasing: bytes[range])
    return String(copying: UTF8Span(unchecked: part.span, isKnownASCII: isASCII))
  }

  /// The next byte, or nil at the end.
  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Skips the next byte if it is `byte`.
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

  private func problem(_ reason: JSONError.Reason) -> JSONError {
    JSONError(reason: reason, offset: index)
  }
}
