public import Messages

/// A duration of at most a day: `30`, `1.5`, `30s`, `500ms`, `2m`.
public struct Seconds: Hashable, ParameterValue {
  /// The duration in whole milliseconds, at least one.
  public let duration: Duration

  public init(_ duration: Duration) { self.duration = duration }

  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    let text = NumberText.plain(word.text).lowercased()
    if text.isEmpty { throw .empty }
    let units = [("ms", 1), ("s", 1000), ("m", 60_000)]
    guard let milliseconds = NumberText.quantity(text, in: units, or: 1000) else {
      throw .notADuration
    }
    guard (1...86_400_000).contains(milliseconds) else { throw .outOfRange("0.001", "86400") }
    return Seconds(.milliseconds(Int(milliseconds)))
  }

  public static let valueName: Message = "seconds"
  public static let sample = "30"
  public var description: String {
    let (seconds, attoseconds) = duration.components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    guard milliseconds > 0 else { return "\(seconds)" }
    let digits = String(repeating: "0", count: 3 - "\(milliseconds)".count) + "\(milliseconds)"
    return "\(seconds).\(digits)"
  }
}
