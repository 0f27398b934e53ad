/// How much room something takes, in words.

enum ByteText {
  /// `12.3 GB`, cut off, in thousands.
  static func words(_ bytes: Int64) -> String {
    let units = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"]
    var tenths = bytes
    var unit = 0
    if bytes >= 1000 {
      tenths = bytes / 100
      unit = 1
      while tenths >= 10_000 {
        tenths /= 1000
        unit += 1
      }
      return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
    return "\(tenths) \(units[unit])"
  }
}
