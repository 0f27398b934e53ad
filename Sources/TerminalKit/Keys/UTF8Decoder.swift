/// UTF-8 that comes in pieces becomes text; what is broken is shown as such.

/// Keeps the bytes of a letter that was cut until the rest is there.
struct UTF8Decoder: Sendable {
  /// The beginning of a letter, one to three bytes.
  private var begun: [UInt8] = []
  /// Whether the last thing was a U+FFFD: one stands for a whole run of broken bytes.
  private var isAfterBroken = false

  /// - Parameter mayGoOn: whether the next bytes may belong to the last letter; a control byte that
  ///   follows ends it.
  mutating func decode(_ run: ArraySlice<UInt8>, mayGoOn: Bool) -> String {
    var bytes = begun + run
    begun = []
    if mayGoOn {
      let count = Self.unfinished(bytes)
      begun = Array(bytes.suffix(count))
      bytes.removeLast(count)
    }
    let text = Self.text(of: bytes, isAfterBroken: &isAfterBroken)
    if !mayGoOn { isAfterBroken = false }
    return text
  }

  /// Text with one U+FFFD in place of each run of broken bytes.
  static func text(of bytes: [UInt8], isAfterBroken: inout Bool) -> String {
    if let text = String(validating: bytes, as: UTF8.self) {
      if !bytes.isEmpty { isAfterBroken = false }
      return text
    }
    var text = ""
    text.reserveCapacity(bytes.count)
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let letter):
        text.unicodeScalars.append(Unicode.UTF8.decode(letter))
        isAfterBroken = false
      case .error:
        if !isAfterBroken { text.unicodeScalars.append("\u{FFFD}") }
        isAfterBroken = true
      case .emptyInput: return text
      }
    }
  }

  /// How many bytes at the end are the beginning of a letter.
  private static func unfinished(_ bytes: [UInt8]) -> Int {
    for count in 1...3 where count <= bytes.count {
      let first = bytes[bytes.count - count]
      if (0x80...0xBF).contains(first) { continue }
      let second = count > 1 ? bytes[bytes.count - count + 1] : nil
      return mayBegin(first, second, count) ? count : 0
    }
    return 0
  }

  /// The table of well-formed sequences of the Unicode standard (3-7).
  private static func mayBegin(_ first: UInt8, _ second: UInt8?, _ count: Int) -> Bool {
    let (length, seconds): (Int, ClosedRange<UInt8>) =
      switch first {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: (1, 0x80...0xBF)
      }
    return count < length && second.map(seconds.contains) ?? true
  }
}
