/// How much room something takes, in words: the same number everywhere.

public enum ByteText {
  /// A number of bytes in units of a thousand, rounded: `999 bytes`, `284 KB`, `3.1 MB`, `12.3 GB`.
  public static func words(_ bytes: Int) -> String {
    if bytes < 1_000 { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    let thousands = rounded(bytes, 1_000)
    if thousands < 1_000 { return "\(thousands) KB" }
    var unit = 1_000_000
    for name in ["MB", "GB", "TB", "PB"] {
      let tenths = rounded(bytes, unit / 10)
      if tenths < 10_000 { return "\(tenths / 10).\(tenths % 10) \(name)" }
      unit *= 1_000
    }
    return "\(rounded(bytes, unit)) EB"
  }

  /// Every byte of it, for what is judged by the byte: `307,200 bytes`.
  public static func exact(_ bytes: Int) -> String {
    var digits = String(bytes)
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
      place -= 3
    }
    return bytes == 1 ? "1 byte" : "\(digits) bytes"
  }

  /// In so large units, without a sum that could be too large.
  private static func rounded(_ bytes: Int, _ unit: Int) -> Int {
    bytes / unit + (bytes % unit >= unit / 2 ? 1 : 0)
  }
}
