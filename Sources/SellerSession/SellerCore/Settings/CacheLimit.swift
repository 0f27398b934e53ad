package import CommandLanguage

/// The size limit of the disk cache in bytes; 0 turns the cache off.
package struct CacheLimit: Hashable, Sendable {
  package let byteCount: Int

  package static let standard = CacheLimit(byteCount: 256_000_000)
  package static let off = CacheLimit(byteCount: 0)

  /// The smallest useful limit.
  private static let least = 1_000_000
  private static let most = 1_000_000_000_000
  private static let units: [(name: String, bytes: Int)] = [
    ("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1_000),
  ]

  /// The maximum number of decimals; no unit is finer.
  private static let finest = 3

  /// Reads `512MB`, `512 mb`, `1.5G` and `off`. A bare number is megabytes.
  /// - Throws: ``ValueProblem`` if the text is invalid.
  package static func read(_ typed: String) throws(ValueProblem) -> CacheLimit {
    let text = typed.uppercased().filter { $0 != " " }
    if text == "OFF" || text == "0" { return .off }
    let number = text.prefix { ("0"..."9").contains($0) || $0 == "." }
    let suffix = text.dropFirst(number.count)
    let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = parts.joined()
    let fraction = parts.count == 1 ? 0 : parts[1].count
    let unit = suffix.isEmpty ? "MB" : suffix.hasSuffix("B") ? String(suffix) : suffix + "B"
    guard !parts[0].isEmpty, parts.last?.isEmpty == false, !digits.contains("."),
      fraction <= finest, let size = units.first(where: { $0.name == unit })?.bytes
    else { throw .notASize }
    let step = (0..<fraction).reduce(size) { step, _ in step / 10 }
    let (bytes, isTooLarge) = (Int(digits) ?? .max).multipliedReportingOverflow(by: step)
    guard !isTooLarge, (least...most).contains(bytes) else { throw .outOfRange("1MB", "1TB") }
    return CacheLimit(byteCount: bytes)
  }

  /// The largest unit in which it is a whole number.
  package var text: String {
    guard byteCount > 0 else { return "off" }
    let unit = Self.units.first { byteCount.isMultiple(of: $0.bytes) } ?? ("B", 1)
    return "\(byteCount / unit.bytes)\(unit.name)"
  }
}
