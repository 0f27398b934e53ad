/// What a paste is made of once it is text to be edited.

/// The bytes between the marks of a bracketed paste.
enum BracketedPaste {
  /// What ends a paste.
  static let end = Array("\u{1B}[201~".utf8)

  /// How many bytes at the end of `bytes` may be the beginning of `end`.
  static func partialEndLength(in bytes: [UInt8]) -> Int {
    for count in stride(from: min(end.count - 1, bytes.count), to: 0, by: -1)
    where bytes.suffix(count).elementsEqual(end.prefix(count)) {
      return count
    }
    return 0
  }

  /// Line breaks are `\n`; tabs stay, every other control byte is left out, so that nothing in a
  /// paste can act on the terminal or pass for a key.
  static func text(of bytes: ArraySlice<UInt8>) -> String {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var before: UInt8 = 0
    for byte in bytes {
      switch byte {
      case 0x0D: plain.append(0x0A)
      case 0x0A: if before != 0x0D { plain.append(0x0A) }
      case 0x09, 0x20...0x7E: plain.append(byte)
      // C1 controls in UTF-8 are C2 with 80 to 9F.
      case 0x80...0x9F where before == 0xC2: plain.removeLast()
      case 0x80...: plain.append(byte)
      default: break
      }
      before = byte
    }
    var isAfterBroken = false
    return UTF8Decoder.text(of: plain, isAfterBroken: &isAfterBroken)
  }
}
