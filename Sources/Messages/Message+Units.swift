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

  /// A duration such as `0.4 s`, `12 s`, `1 min 20 s`, `2 h 5 min` or `3 d 4 h`. Durations below
  /// ten seconds have tenths. Smaller units are cut off, not rounded. Negative durations count as
  /// 0.
  public static func duration(_ duration: Duration) -> Message {
    let (whole, attoseconds) = duration.components
    let seconds = Int(clamping: max(whole, 0))
    let tenths = max(attoseconds, 0) / 100_000_000_000_000_000
    switch seconds {
    case ..<10: return "\(formatted: "\(seconds).\(tenths)") s"
    case ..<60: return "\(seconds) s"
    case ..<3600: return pair("\(seconds / 60) min", seconds % 60, "\(seconds % 60) s")
    case ..<86_400:
      return pair("\(seconds / 3600) h", seconds / 60 % 60, "\(seconds / 60 % 60) min")
    default:
      return pair("\(seconds / 86_400) d", seconds / 3600 % 24, "\(seconds / 3600 % 24) h")
    }
  }

  /// Like ``duration(_:)``, with milliseconds below a second: `0.4 ms`, `12 ms`, `1.3 s`.
  public static func preciseDuration(_ duration: Duration) -> Message {
    guard duration < .seconds(1) else { return .duration(duration) }
    let tenths = max(duration.components.attoseconds, 0) / 100_000_000_000_000
    if tenths < 100 { return "\(formatted: "\(tenths / 10).\(tenths % 10)") ms" }
    return "\(Int(tenths / 10)) ms"
  }

  private static func pair(_ large: Message, _ rest: Int, _ small: Message) -> Message {
    rest == 0 ? large : "\(large) \(small)"
  }
}
