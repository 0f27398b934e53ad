/// The name of one write, by which a market tells that it was done before.

/// The value of the `Idempotency-Key` header: 1 to 255 visible ASCII characters.
public struct IdempotencyKey: Hashable, Sendable, CustomStringConvertible {
  public let text: String

  /// nil where `text` is no key.
  public init?(_ text: String) {
    guard (1...255).contains(text.utf8.count),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    self.text = text
  }

  /// A key of 32 hexadecimal digits.
  init(random: @Sendable () -> UInt64) {
    text = hexDigits(random()) + hexDigits(random())
  }

  public var description: String { text }
}

/// 16 hexadecimal digits.
func hexDigits(_ number: UInt64) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
