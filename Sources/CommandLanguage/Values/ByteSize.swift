import Foundation
public import Messages

/// A number of bytes from 1: `500MB`, `5GB`, `1.5 TB`, `5000000`; the units are decimal.
public struct ByteSize: Hashable, ParameterValue {
  public let bytes: Int

  public init(_ bytes: Int) {
    self.bytes = bytes
  }

  private static let units = [
    ("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("TB", 1_000_000_000_000),
  ]

  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    var text = NumberText.plain(word.text).uppercased()
    if text.isEmpty { throw .empty }
    var factor = 1
    if let (unit, size) = units.first(where: { text.hasSuffix($0.0) }) {
      text = text.dropLast(unit.count).trimmingCharacters(in: .whitespaces)
      factor = size
    }
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ NumberText.isDigits($0) }), text.utf8.count <= 20,
      let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    else { throw .notANumber }
    let bytes = NSDecimalNumber(decimal: value * Decimal(factor)).doubleValue.rounded()
    guard (1...9e15).contains(bytes) else { throw .outOfRange("1", "9000TB") }
    return ByteSize(Int(bytes))
  }

  public static let valueName: Message = "size"
  public static let sample = "500MB"
  public var description: String {
    let unit = Self.units.last { bytes % $0.1 == 0 }
    return unit.map { "\(bytes / $0.1)\($0.0)" } ?? "\(bytes)"
  }
}
