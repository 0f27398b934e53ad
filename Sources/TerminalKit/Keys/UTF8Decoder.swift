/// A decoder for UTF-8 that arrives in pieces. Keeps the bytes of an incomplete scalar until the
/// rest arrives, and replaces each run of invalid bytes with one U+FFFD.
struct UTF8Decoder: Sendable {
  /// The start of an incomplete scalar, at most three bytes.
  private var partial: [UInt8] = []
  /// Whether the output ends in U+FFFD, which stands for a whole run of invalid bytes.
  private var isAfterInvalid = false

  /// Decodes the next bytes.
  ///
  /// - Parameter mayContinue: whether later bytes may complete the last scalar; false if a control
  ///   byte follows.
  mutating func decode(_ run: ArraySlice<UInt8>, mayContinue: Bool) -> String {
    var bytes = partial + run
    partial = []
    if mayContinue {
      let count = Self.incompleteSuffixLength(bytes)
      partial = Array(bytes.suffix(count))
      bytes.removeLast(count)
    }
    let text = Self.text(of: bytes, isAfterInvalid: &isAfterInvalid)
    if !mayContinue { isAfterInvalid = false }
    return text
  }

  /// Decodes bytes, with one U+FFFD in place of each run of invalid bytes.
  static func text(of bytes: [UInt8], isAfterInvalid: inout Bool) -> String {
    if let text = String(validating: bytes, as: UTF8.self) {
      if !bytes.isEmpty { isAfterInvalid = false }
      return text
    }
    var text = ""
    text.reserveCapacity(bytes.count)
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar):
        text.unicodeScalars.append(Unicode.UTF8.decode(scalar))
        isAfterInvalid = false
      case .error:
        if !isAfterInvalid { text.unicodeScalars.append("\u{FFFD}") }
        isAfterInvalid = true
      case .emptyInput: return text
      }
    }
  }

  /// The number of bytes at the end that are the start of a scalar.
  private static func incompleteSuffixLength(_ bytes: [UInt8]) -> Int {
    for count in 1...3 where count <= bytes.count {
      let first = bytes[bytes.count - count]
      if (0x80...0xBF).contains(first) { continue }
      let second = count > 1 ? bytes[bytes.count - count + 1] : nil
      return canStart(first, second, count) ? count : 0
    }
    return 0
  }

  /// Whether one or two bytes can start a scalar of more than `count` bytes (Unicode Standard,
  /// table 3-7).
  private static func canStart(_ first: UInt8, _ second: UInt8?, _ count: Int) -> Bool {
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
