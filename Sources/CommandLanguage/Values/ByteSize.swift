public import Messages

/// A number of bytes from 1: `500MB`, `5GB`, `1.5 TB`, `5000000`; the units are decimal.
public struct ByteSize: Hashable, ParameterValue {
  public let bytes: Int

  public init(_ bytes: Int) { self.bytes = bytes }

  private static let units = [
    ("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("TB", 1_000_000_000_000),
  ]

  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    let text = NumberText.plain(word.text).uppercased()
    if text.isEmpty { throw .empty }
    guard let bytes = NumberText.quantity(text, in: units, or: 1) else { throw .notANumber }
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
