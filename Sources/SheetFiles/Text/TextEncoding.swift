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
