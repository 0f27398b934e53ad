enum BracketedPaste {
  static let end = Array("\u{1B}[201~".utf8)

  /// The number of bytes at the end of `bytes` that may be the start of `end`.
  static func partialEndLength(in bytes: [UInt8]) -> Int {
    for count in stride(from: min(end.count - 1, bytes.count), to: 0, by: -1)
    where bytes.suffix(count).elementsEqual(end.prefix(count)) {
      return count
    }
    return 0
  }

  /// Decodes the contents of a paste. Line breaks become `\n` and tabs stay. All other control
  /// bytes are removed, so that a paste cannot act on the terminal or pass for a key.
  static func text(of bytes: ArraySlice<UInt8>) -> String {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var before: UInt8 = 0
    for byte in bytes {
      switch byte {
      case 0x0D: plain.append(0x0A)
      case 0x0A: if before != 0x0D { plain.append(0x0A) }
      case 0x09, 0x20...0x7E: plain.append(byte)
      // In UTF-8, C1 controls are C2 followed by 80 to 9F.
      case 0x80...0x9F where before == 0xC2: plain.removeLast()
      case 0x80...: plain.append(byte)
      default: break
      }
      before = byte
    }
    var isAfterInvalid = false
    return UTF8Decoder.text(of: plain, isAfterInvalid: &isAfterInvalid)
  }
}
