import Foundation
import MarketWire
import Messages
import TerminalKit

/// A buffer of UTF-8 bytes that formats numbers, dates, and fields of CSV, TSV and JSON.
struct UTF8Buffer {
  private var bytes: [UInt8] = []

  var count: Int { bytes.count }

  /// Returns the text and empties the buffer, which keeps its capacity.
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

  /// Appends an amount without exponent, with all digits and no trailing zeros; `null` if it is not
  /// a number.
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

  /// Appends `2026-11-03`.
  mutating func append(day date: WireDate) {
    let (year, month, day) = date.day
    append(digits: UInt(year), atLeast: 4)
    bytes.append(UInt8(ascii: "-"))
    append(digits: UInt(month), atLeast: 2)
    bytes.append(UInt8(ascii: "-"))
    append(digits: UInt(day), atLeast: 2)
  }

  /// Appends `2026-11-03T14:05:00.000Z`.
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

  /// Appends a field of CSV, quoted if it contains a quote, a comma, a tab or a line break
  /// (RFC 4180).
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

  /// Appends a record of CSV, which ends with CR LF (RFC 4180).
  mutating func append(csvRow values: [String]) {
    for (index, value) in values.enumerated() {
      if index > 0 { append(",") }
      append(csv: value)
    }
    append("\r\n")
  }

  /// Appends a field of TSV, with escapes for tabs, line breaks and other controls.
  mutating func append(line text: String) {
    append(UntrustedText(text).line)
  }

  /// Appends a JSON string; see `JSON.safeText(indented:)`.
  mutating func append(json text: String) {
    var text = text
    let isPlain = text.withUTF8 { field in
      guard !Self.any(field, where: Self.needsEscape) else { return false }
      bytes.append(UInt8(ascii: "\""))
      bytes.append(contentsOf: field)
      bytes.append(UInt8(ascii: "\""))
      return true
    }
    if !isPlain { append(JSON.string(text).safeText()) }
  }

  /// Whether any byte matches.
  ///
  /// Without an early exit, the compiler can check many bytes at a time.
  private static func any(
    _ field: UnsafeBufferPointer<UInt8>, where matches: (UInt8) -> Bool
  ) -> Bool {
    var found = false
    for byte in field where matches(byte) { found = true }
    return found
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte == 0x0A || byte == 0x0D
      || byte == 0x09
  }

  /// Whether JSON escapes the byte, or it may begin another control: C1 begin with C2, bidi controls
  /// with D8 or E2.
  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
      || byte == 0xC2 || byte == 0xD8 || byte == 0xE2
  }

  private mutating func append(digits value: UInt, atLeast least: Int) {
    // The longest number has 20 digits; the last one is written first.
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

extension JSON {
  /// JSON text with escapes also for the controls that JSON allows, such as DEL, C1 and bidi.
  ///
  /// Programs read the same value, and a terminal is not affected.
  func safeText(indented: Bool = false) -> String {
    UntrustedText.replacing(text(indented: indented), where: Self.isHidden) { scalar, _ in
      String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x7F && UntrustedText.isControl(scalar)
  }
}
