/// An encoding of text files that spreadsheet programs write.
package enum TextEncoding: String, CaseIterable, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  /// Korean Windows, with all of EUC-KR.
  case cp949
  /// Japanese Windows, with Shift JIS.
  case cp932
  /// Western Windows (1252), with the printable characters of ISO 8859-1.
  case latin1

  /// The encoding with a name, in any letter case, with or without hyphens and underscores.
  package init?(name: String) {
    let folded = name.lowercased().filter { $0.isLetter || $0.isNumber }
    guard let known = Self.names.first(where: { $0.value.contains(folded) })?.key else {
      return nil
    }
    self = known
  }

  private static let names: [TextEncoding: Set<String>] = [
    .utf8: ["utf8", "utf8sig", "utf8bom", "unicode8", "65001", "ascii", "usascii"],
    .utf16: ["utf16", "utf16le", "utf16be", "ucs2", "unicode", "unicodetext", "1200", "1201"],
    .cp949: [
      "cp949", "euckr", "ms949", "uhc", "windows949", "949", "ksc56011987", "ksc5601", "ksx1001",
      "korean", "xwindows949",
    ],
    .cp932: ["cp932", "shiftjis", "sjis", "ms932", "windows31j", "932", "mskanji", "japanese"],
    .latin1: [
      "latin1", "cp1252", "windows1252", "iso88591", "iso885915", "1252", "ansi", "l1", "western",
    ],
  ]

  /// The name for the system's converter; nil if it depends on the bytes.
  var converterName: String? {
    switch self {
    case .utf8, .utf16: nil
    case .cp949: "CP949"
    case .cp932: "CP932"
    case .latin1: "CP1252"
    }
  }
}

/// What the first bytes of a text file say about its encoding.
struct EncodingMark: Hashable {
  let encoding: TextEncoding
  let length: Int

  /// Returns nil without a byte order mark.
  init?(_ bytes: some Collection<UInt8>) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      (encoding, length) = (.utf8, 3)
    } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      (encoding, length) = (.utf16, 2)
    } else {
      return nil
    }
  }
}

extension TextEncoding {
  /// The name of UTF-16 with its byte order: that of the mark, or, since separators and line breaks
  /// have a byte of 0, the one in which more of these are the higher byte.
  static func utf16Name(of bytes: some Collection<UInt8>) -> String {
    if bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16BE" }
    if bytes.starts(with: [0xFF, 0xFE]) { return "UTF-16LE" }
    var zeros = [0, 0]
    for (index, byte) in bytes.prefix(4096).enumerated() where byte == 0 { zeros[index % 2] += 1 }
    return zeros[0] > zeros[1] ? "UTF-16BE" : "UTF-16LE"
  }
}

extension TextEncoding {
  /// The encoding of a file without a byte order mark, where the bytes leave no doubt; nil if it may
  /// be UTF-8 or several others.
  static func recognized(in bytes: some Collection<UInt8>) -> TextEncoding? {
    if isUTF16(bytes.prefix(4096)) { return .utf16 }
    guard bytes.contains(where: { $0 >= 0x80 }) else { return nil }
    // The end may be a part of a character.
    let whole = bytes.dropLast(bytes.reversed().prefix(4).prefix { $0 >= 0x80 }.count)
    return String(validating: whole, as: UTF8.self) == nil && isKorean(whole) ? .cp949 : nil
  }

  /// Whether bytes of 0 are only in one half of the pairs, as in UTF-16 with some ASCII: each such
  /// character has one. Few of them are an error in another text.
  private static func isUTF16(_ bytes: some Collection<UInt8>) -> Bool {
    var (zeros, others) = ([0, 0], 0)
    for (index, byte) in bytes.enumerated() where byte < 0x80 {
      if byte == 0 { zeros[index % 2] += 1 } else { others += 1 }
    }
    let count = zeros[0] + zeros[1]
    return zeros.min() == 0 && count * 20 > bytes.count && count * 3 >= others
  }

  /// Whether all other characters than ASCII are Hangul or signs of KS X 1001. In Chinese, Japanese
  /// and Western texts, most of these bytes would be other characters, or none.
  private static func isKorean(_ bytes: some Collection<UInt8>) -> Bool {
    var (hangul, others) = (0, 0)
    var rest = bytes.makeIterator()
    while let lead = rest.next() {
      guard lead >= 0x80 else { continue }
      guard let trail = rest.next() else { return false }
      switch (lead, trail) {
      case (0xB0...0xC8, 0xA1...0xFE): hangul += 1
      case (0xA1...0xA3, 0xA1...0xFE): break
      // Rare syllables of Windows, and Chinese characters.
      case (0x81...0xC6, 0x41...0x5A), (0x81...0xC6, 0x61...0x7A), (0x81...0xC6, 0x81...0xFE),
        (0xCA...0xFD, 0xA1...0xFE):
        others += 1
      default: return false
      }
    }
    return hangul >= 2 && others * 20 <= hangul
  }
}
