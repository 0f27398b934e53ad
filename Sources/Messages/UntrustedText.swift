/// Text from a server, a file or another person, sanitized before it is shown.
///
/// The sanitized form has no characters that a terminal interprets or that change the order of
/// letters: C0, DEL, C1 and bidi controls and the line separators of Unicode become visible escapes
/// such as `\x1b` and `\u{202e}`. So do invisible characters, with which two names look the same. The
/// joiners U+200C and U+200D and the selectors of emoji stay, because scripts and emoji need them.
public struct UntrustedText: Hashable, Sendable, CustomStringConvertible {
  /// The original characters, for JSON and files.
  public let raw: String

  public init(_ raw: String) { self.raw = raw }

  /// The sanitized text on one line: line breaks and tabs become `\n`, `\r` and `\t`.
  public var line: String { Self.cleaned(raw, keepsLines: false) }

  /// The sanitized text with its line breaks: CR LF and CR become LF, a tab becomes four spaces.
  public var block: String { Self.cleaned(raw, keepsLines: true) }

  public var description: String { line }

  /// A text with visible escapes for its controls. A text without controls is returned as it is,
  /// without a copy.
  public static func cleaned(_ text: String, keepsLines: Bool) -> String {
    var text = text
    let result: String? = text.withUTF8 { bytes in
      mayHoldControl(bytes, keepsLines: keepsLines) ? cleaned(bytes, keepsLines: keepsLines) : nil
    }
    return result ?? text
  }

  /// A text with replacements for the scalars that match.
  ///
  /// - Parameter replacement: gets the scalar and the one before it.
  public static func replacing(
    _ text: String, where matches: (Unicode.Scalar) -> Bool,
    with replacement: (Unicode.Scalar, _ previous: Unicode.Scalar?) -> String
  ) -> String {
    let scalars = text.unicodeScalars
    guard var next = scalars.firstIndex(where: matches) else { return text }
    var result = ""
    var start = scalars.startIndex
    while next < scalars.endIndex {
      let previous = next > scalars.startIndex ? scalars[scalars.index(before: next)] : nil
      result += text[start..<next]
      result += replacement(scalars[next], previous)
      start = scalars.index(after: next)
      next = scalars[start...].firstIndex(where: matches) ?? scalars.endIndex
    }
    return result + text[start...]
  }

  /// Whether a terminal might interpret the scalar, it changes the order of letters, or is invisible.
  public static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: false
    case 0...0x1F, 0x7F...0x9F: true
    case 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    case 0xAD, 0x200B, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    // Selectors other than those of emoji, and tags.
    case 0xFE00...0xFE0D, 0xE0000...0xE0FFF: true
    default: false
    }
  }

  /// Whether any byte may begin a control. C0 and DEL are single bytes, all others begin with one
  /// of five bytes. Nearly every text has none of these, so this check saves the slower one. A line
  /// feed does not count if lines are kept: it only changes after a CR, which does count.
  private static func mayHoldControl(
    _ bytes: UnsafeBufferPointer<UInt8>, keepsLines: Bool
  ) -> Bool {
    let harmless: UInt8 = keepsLines ? 0x0A : 0x20
    var found = false
    for byte in bytes {
      let isOne = byte < 0x20 && byte != harmless
      found = found || isOne || byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2
      found = found || byte == 0xEF || byte == 0xF3
    }
    return found
  }

  /// The text of the bytes with its controls replaced; the bytes between them are copied in runs.
  private static func cleaned(_ bytes: UnsafeBufferPointer<UInt8>, keepsLines: Bool) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 8)
    var start = 0
    var index = 0
    var previous: Unicode.Scalar?
    while index < bytes.count {
      let length = controlLength(bytes, at: index)
      guard length > 0 else {
        index += 1
        continue
      }
      let scalar = scalar(bytes, at: index, length)
      // Only a scalar right before this one counts as the previous one.
      if start < index { previous = nil }
      result.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
      let new = (keepsLines ? kept(scalar, after: previous) : nil) ?? escape(scalar)
      result.append(contentsOf: new.utf8)
      previous = scalar
      index += length
      start = index
    }
    result.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
    return String(decoding: result, as: UTF8.self)
  }

  /// The number of bytes of the control that begins at the index; 0 if none does.
  private static func controlLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let byte = bytes[index]
    if byte < 0x20 || byte == 0x7F { return 1 }
    let length =
      switch byte {
      case 0xC2, 0xD8: 2
      case 0xE2, 0xEF: 3
      case 0xF3: 4
      default: 0
      }
    guard length > 0, index + length <= bytes.count else { return 0 }
    return isControl(scalar(bytes, at: index, length)) ? length : 0
  }

  /// The scalar of one to four bytes of valid UTF-8.
  private static func scalar(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, _ length: Int
  ) -> Unicode.Scalar {
    func low(_ place: Int) -> UInt32 { UInt32(bytes[index + place] & 0x3F) }
    let first = UInt32(bytes[index])
    let value =
      switch length {
      case 2: (first & 0x1F) << 6 | low(1)
      case 3: (first & 0x0F) << 12 | low(1) << 6 | low(2)
      case 4: (first & 0x07) << 18 | low(1) << 12 | low(2) << 6 | low(3)
      default: first
      }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  /// The replacement of a line break or tab that stays one; nil for other controls.
  private static func kept(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> String? {
    switch scalar {
    case "\n": previous == "\r" ? "" : "\n"
    case "\r", "\u{2028}", "\u{2029}": "\n"
    case "\t": "    "
    default: nil
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default: break
    }
    let digits = String(scalar.value, radix: 16)
    guard scalar.value > 0xFF else { return "\\x" + (digits.count == 1 ? "0" : "") + digits }
    return "\\u{\(digits)}"
  }
}
