extension Message {
  /// A number of bytes in units of a thousand, rounded: `999 bytes`, `284 KB`, `3.1 MB`, `12.3 GB`.
  public static func byteCount(_ bytes: Int) -> Message {
    if bytes < 1_000 { return exactByteCount(bytes) }
    let thousands = rounded(bytes, 1_000)
    if thousands < 1_000 { return "\(thousands) KB" }
    var unit = 1_000_000
    for message in units {
      let tenths = rounded(bytes, unit / 10)
      if tenths < 10_000 { return message("\(tenths / 10).\(tenths % 10)") }
      unit *= 1_000
    }
    return "\(rounded(bytes, unit)) EB"
  }

  private static let units: [@Sendable (_ number: String) -> Message] = [
    { "\(formatted: $0) MB" }, { "\(formatted: $0) GB" }, { "\(formatted: $0) TB" },
    { "\(formatted: $0) PB" },
  ]

  /// A number of bytes to the last digit: `307,200 bytes`.
  public static func exactByteCount(_ bytes: Int) -> Message {
    Message(count: bytes, one: "1 byte", other: "\(grouped: bytes) bytes")
  }

  /// `bytes / unit` rounded half up; the sum that a simpler formula needs could overflow.
  private static func rounded(_ bytes: Int, _ unit: Int) -> Int {
    bytes / unit + (bytes % unit >= unit / 2 ? 1 : 0)
  }
}
