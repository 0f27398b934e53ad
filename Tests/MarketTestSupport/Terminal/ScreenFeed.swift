/// A screen that takes bytes as they come, in pieces of any size.

/// Holds back what a piece has only begun: a letter in UTF-8, an escape.
public struct ScreenFeed: Sendable {
  public var screen: ScreenModel
  private var pending: [UInt8] = []

  public init(columns: Int, rows: Int) {
    screen = ScreenModel(columns: columns, rows: rows)
    screen.isShared = true
  }

  /// - Returns: the text that was shown by now.
  public mutating func take(_ bytes: [UInt8]) -> String {
    pending += bytes
    let count = Self.wholeCount(of: pending)
    let text = String(decoding: pending[..<count], as: UTF8.self)
    pending.removeFirst(count)
    screen.write(text)
    return text
  }

  /// How many bytes are whole letters and escapes.
  private static func wholeCount(of bytes: [UInt8]) -> Int {
    if let escape = bytes.lastIndex(of: 0x1B) {
      // The second half of `ESC \` ends what another ESC began.
      let isEnd = bytes.count > escape + 1 && bytes[escape + 1] == UInt8(ascii: "\\")
      let start =
        isEnd || bytes.count == escape + 1
        ? bytes[..<escape].lastIndex(of: 0x1B).flatMap { Self.isString(bytes[$0...]) ? $0 : nil }
          ?? escape
        : escape
      if !isWhole(bytes[start...]) { return start }
    }
    return wholeLetters(of: bytes)
  }

  private static func isString(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.dropFirst().first == UInt8(ascii: "]")
  }

  /// Whether the escape at the beginning has its end.
  private static func isWhole(_ bytes: ArraySlice<UInt8>) -> Bool {
    let body = bytes.dropFirst(2)
    switch bytes.dropFirst().first {
    case nil: return false
    case UInt8(ascii: "["): return body.contains { (0x40...0x7E).contains($0) }
    case UInt8(ascii: "]"):
      return body.contains(7) || zip(body, body.dropFirst()).contains { $0 == (0x1B, 0x5C) }
    default: return true
    }
  }

  private static func wholeLetters(of bytes: [UInt8]) -> Int {
    guard let lead = bytes.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }) else {
      return bytes.count
    }
    let length =
      switch bytes[lead] {
      case 0xC0...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF7: 4
      default: 1
      }
    return bytes.count - lead < length ? lead : bytes.count
  }
}
