import Foundation

/// Shows a file that is not UTF-8 in other encodings, for a person to choose from.
enum EncodingSamples {
  /// The first lines with other than ASCII characters, in each encoding in which they are valid.
  static func read(_ path: String) -> [EncodingSample] {
    guard let handle = FileHandle(forReadingAtPath: path) else { return [] }
    defer { try? handle.close() }
    // The end of what was read may be a part of a character, and is not shown anyway.
    let bytes = [UInt8]((try? handle.read(upToCount: 1 << 20)) ?? Data())
    return TextEncoding.allCases.filter { $0 != .utf8 }.compactMap { encoding in
      let isUTF16 = encoding == .utf16
      let part = isUTF16 ? Array(bytes.prefix(4096)) : interestingLines(bytes)
      let name = isUTF16 ? TextEncoding.utf16Name(of: bytes) : encoding.converterName
      guard let name, let lines = lines(of: part, from: name),
        // Other encodings read as UTF-16 are random characters in one line.
        !isUTF16 || lines.count > 1
      else { return nil }
      return EncodingSample(encoding: encoding, lines: lines)
    }
  }

  /// The first two lines that are not only ASCII.
  private static func interestingLines(_ bytes: [UInt8]) -> [UInt8] {
    let lines = bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    let chosen = lines.lazy.filter { $0.contains { $0 >= 0x80 } }.prefix(2)
    return Array(chosen.joined(separator: [0x0A]))
  }

  private static func lines(of bytes: [UInt8], from name: String) -> [String]? {
    var text: [UInt8] = []
    guard let converter = try? TextConverter(from: name),
      (try? converter.convert(bytes, to: &text)) != nil
    else { return nil }
    return String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).prefix(2)
      .map { String($0.prefix(60)) }
  }
}
