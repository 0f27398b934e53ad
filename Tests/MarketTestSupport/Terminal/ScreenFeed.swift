/// A screen model fed with bytes in pieces of any size.
///
/// Incomplete characters and escape sequences are held back.
public struct ScreenFeed: Sendable {
  public var screen: ScreenModel
  private var pending: [UInt8] = []

  public init(columns: Int, rows: Int) {
    screen = ScreenModel(columns: columns, rows: rows)
    screen.isShared = true
  }

  /// Processes bytes.
  ///
  /// - Returns: the text passed to the screen.
  public mutating func take(_ bytes: [UInt8]) -> String {
    pending += bytes
    let count = Self.completeCount(of: pending)
    let text = String(decoding: pending[..<count], as: UTF8.self)
    pending.removeFirst(count)
    screen.write(text)
    return text
  }

  /// The number of bytes that are complete characters and escape sequences.
  private static func completeCount(of bytes: [UInt8]) -> Int {
    if let escape = bytes.lastIndex(of: 0x1B) {
      // The `ESC \` may end a string that an earlier Escape started.
      let isEnd = bytes.count > escape + 1 && bytes[escape + 1] == UInt8(ascii: "\\")
      let start =
        isEnd || bytes.count == escape + 1
        ? bytes[..<escape].lastIndex(of: 0x1B).flatMap { Self.isString(bytes[$0...]) ? $0 : nil }
          ?? escape
        : escape
      if !isComplete(bytes[start...]) { return start }
    }
    return completeCharacters(of: bytes)
  }

  private static func isString(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.dropFirst().first.map([UInt8(ascii: "]"), UInt8(ascii: "_")].contains) ?? false
  }

  /// Whether the escape sequence at the start is complete.
  private static func isComplete(_ bytes: ArraySlice<UInt8>) -> Bool {
    let body = bytes.dropFirst(2)
    switch bytes.dropFirst().first {
    case nil: return false
    case UInt8(ascii: "["): return body.contains { (0x40...0x7E).contains($0) }
    case UInt8(ascii: "]"), UInt8(ascii: "_"):
      return body.contains(7) || zip(body, body.dropFirst()).contains { $0 == (0x1B, 0x5C) }
    default: return true
    }
  }

  private static func completeCharacters(of bytes: [UInt8]) -> Int {
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
