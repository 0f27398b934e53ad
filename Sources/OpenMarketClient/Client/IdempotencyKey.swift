/// The value of the `Idempotency-Key` header: 1 to 255 visible ASCII characters (API 7.4).
///
/// ```swift
/// // The same key for the same change: a market with idempotency adds the listing once.
/// let key = IdempotencyKey("order-2026-11-27-0001")
/// for _ in 1...2 { _ = try await client.create(fields, images: [photo], key: key) }
/// ```
///
/// A market with the extension `idempotency` carries out only the first request with a key.
public struct IdempotencyKey: Hashable, Sendable, CustomStringConvertible {
  /// The text of the key.
  public let text: String

  /// Creates a key, or returns nil if the length or a character is not allowed.
  public init?(_ text: String) {
    guard (1...255).contains(text.utf8.count),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    self.text = text
  }

  /// Creates a random key of 32 hexadecimal digits.
  init(random: @Sendable () -> UInt64) {
    text = hexDigits(random()) + hexDigits(random())
  }

  /// The text of the key.
  public var description: String { text }
}

/// Returns the number in 16 hexadecimal digits.
func hexDigits(_ number: UInt64) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
