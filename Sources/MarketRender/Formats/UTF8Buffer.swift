/// A growing text in UTF-8 that is written value by value.
import Foundation
import MarketWire
import Messages
import TerminalKit

/// Bytes of UTF-8 with writers for what data holds: numbers, dates, fields of CSV, TSV and JSON.
struct UTF8Buffer {
  private var bytes: [UInt8] = []

  var count: Int { bytes.count }

  /// The text so far; afterwards there is none, and the room is kept for more.
  mutating func take() -> String {
    defer { bytes.removeAll(keepingCapacity: true) }
    return String(decoding: bytes, as: UTF8.self)
  }

  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ other: UTF8Buffer) {
    bytes.append(contentsOf: other.bytes)
  }

  mutating func append(_ value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    append(digits: value.magnitude, atLeast: 1)
  }

  /// A decimal written plainly, with every digit it has and no needless zeros. What is not a
  /// number is null, as JSON has no word for it.
  mutating func append(_ amount: Decimal) {
    guard amount.isFinite else { return append("null") }
    guard !amount.isZero else { return append("0") }
    let significand = amount.significand.magnitude
    let short = NSDecimalNumber(decimal: significand).int64Value
    let exponent = amount.exponent
    guard (-6...3).contains(exponent), short > 0, short < 1_000_000_000_000,
      Decimal(short) == significand
    else { return append(JSON.decimal(amount).text()) }
    var value = UInt(short)
    var places = -exponent
    while places > 0, value % 10 == 0 {
      value /= 10
      places -= 1
    }
    while places < 0 {
      value *= 10
      places += 1
    }
    if amount.sign == .minus { bytes.append(UInt8(ascii: "-")) }
    guard places > 0 else { return append(digits: value, atLeast: 1) }
    let unit = (0..<places).reduce(UInt(1)) { unit, _ in unit * 10 }
    append(digits: value / unit, atLeast: 1)
    bytes.append(UInt8(ascii: "."))
    append(digits: value % unit, atLeast: places)
  }

  /// `2026-11-03`.
  mutating func append(day date: WireDate) {
    let (year, month, day) = date.day
    append(digits: UInt(year), atLeast: 4)
    bytes.append(UInt8(ascii: "-"))
    append(digits: UInt(month), atLeast: 2)
    bytes.append(UInt8(ascii: "-"))
    append(digits: UInt(day), atLeast: 2)
  }

  /// `2026-11-03T14:05:00.000Z`.
  mutating func append(moment date: WireDate) {
    append(day: date)
    let milliseconds = UInt(date.milliseconds - date.midnight.milliseconds)
    bytes.append(UInt8(ascii: "T"))
    append(digits: milliseconds / 3_600_000, atLeast: 2)
    bytes.append(UInt8(ascii: ":"))
    append(digits: milliseconds / 60_000 % 60, atLeast: 2)
    bytes.append(UInt8(ascii: ":"))
    append(digits: milliseconds / 1000 % 60, atLeast: 2)
    bytes.append(UInt8(ascii: "."))
    append(digits: milliseconds % 1000, atLeast: 3)
    bytes.append(UInt8(ascii: "Z"))
  }

  /// A field of CSV (RFC 4180): in quotes where it holds a quote, a comma or a line break.
  mutating func append(csv text: String) {
    var text = text
    text.withUTF8 { field in
      guard Self.any(field, where: Self.needsQuotes) else { return bytes.append(contentsOf: field) }
      let quote = UInt8(ascii: "\"")
      bytes.append(quote)
      var rest = field[...]
      while let next = rest.firstIndex(of: quote) {
        bytes.append(contentsOf: rest[...next])
        bytes.append(quote)
        rest = rest[(next + 1)...]
      }
      bytes.append(contentsOf: rest)
      bytes.append(quote)
    }
  }

  /// A record of CSV with its line end, which RFC 4180 wants to be CR LF.
  mutating func append(csvRow values: [String]) {
    for (index, value) in values.enumerated() {
      if index > 0 { append(",") }
      append(csv: value)
    }
    append("\r\n")
  }

  /// A field of TSV: one line, in which tabs, line breaks and other controls are visible escapes.
  mutating func append(line text: String) {
    append(UntrustedText(text).line)
  }

  /// A JSON string. The controls that JSON lets pass (DEL, C1, bidi) are escapes too: the same
  /// value to a program, harmless on a terminal.
  mutating func append(json text: String) {
    var text = text
    let isPlain = text.withUTF8 { field in
      guard !Self.any(field, where: Self.needsEscape) else { return false }
      bytes.append(UInt8(ascii: "\""))
      bytes.append(contentsOf: field)
      bytes.append(UInt8(ascii: "\""))
      return true
    }
    if !isPlain { append(OutputData.safe(.string(text))) }
  }

  /// Whether a byte matches. It looks at every one, with no way out between, since that can be
  /// done many bytes at a time.
  private static func any(
    _ field: UnsafeBufferPointer<UInt8>, where matches: (UInt8) -> Bool
  ) -> Bool {
    var found = false
    for byte in field where matches(byte) { found = true }
    return found
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte == 0x0A || byte == 0x0D
  }

  /// What JSON escapes, and the bytes with which other controls begin: C1 with C2, the bidi
  /// controls with D8 and E2.
  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
      || byte == 0xC2 || byte == 0xD8 || byte == 0xE2
  }

  private mutating func append(digits value: UInt, atLeast least: Int) {
    // The digits of the longest number, from its last on.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { digits in
      var start = digits.count
      var rest = value
      while rest > 0 || digits.count - start < least {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
      bytes.append(contentsOf: digits[start...])
    }
  }
}
