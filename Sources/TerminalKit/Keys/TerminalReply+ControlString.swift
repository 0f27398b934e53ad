import Formatting

extension TerminalReply {
  /// Parses a control string.
  ///
  /// - Parameter string: the byte after Escape and the following bytes up to the string terminator
  ///   (ST).
  init(string: [UInt8]) {
    let text = String(decoding: string, as: UTF8.self)
    if text.hasPrefix("_G") {
      self = Self.pictures(text.dropFirst(2)) ?? .other
      return
    }
    guard text.hasPrefix("]11;"), let color = Self.color(text.dropFirst(4)) else {
      self = .other
      return
    }
    self = .background(color)
  }

  /// Parses `i=31;OK`, or an error message in place of `OK`.
  private static func pictures(_ text: Substring) -> TerminalReply? {
    let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2,
      let id = parts[0].split(separator: ",").first(where: { $0.hasPrefix("i=") }),
      let number = Int(id.dropFirst(2))
    else { return nil }
    return .pictures(id: number, ok: parts[1] == "OK")
  }

  /// Parses `rgb:R/G/B` or `rgba:R/G/B/A` (X11 color strings). Each component has one to four
  /// hexadecimal digits, of which the largest number means full intensity.
  private static func color(_ text: Substring) -> RGBColor? {
    let count = text.hasPrefix("rgb:") ? 3 : 4
    guard count == 3 || text.hasPrefix("rgba:") else { return nil }
    let parts = text.drop { $0 != ":" }.dropFirst()
      .split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == count else { return nil }
    let values = parts.compactMap { digits -> UInt8? in
      guard (1...4).contains(digits.count), digits.allSatisfy(\.isHexDigit),
        let value = Int(digits, radix: 16)
      else { return nil }
      return UInt8((value * 0xFFFF / (1 << (4 * digits.count) - 1)) >> 8)
    }
    guard values.count == count else { return nil }
    return RGBColor(red: values[0], green: values[1], blue: values[2])
  }
}
