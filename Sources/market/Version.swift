import CLazyLibraries

/// The version of the program.
enum Version {
  /// The version, which is the newest in the CHANGELOG that has a date.
  static let text = "1.0.0"

  /// The first digits of the commit that an installed program was built from; nil for others.
  static var commit: String? {
    let text = String(cString: market_commit())
    return text.hasPrefix("-") ? nil : String(text.prefix(12))
  }
}
