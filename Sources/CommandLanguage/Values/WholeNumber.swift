/// A number from 0, such as a port or a stock.
public struct WholeNumber: Hashable, ParameterValue {
  public let value: Int

  public init(_ value: Int) {
    self.value = value
  }

  public static func read(
    _ word: Word, in context: ReadingContext
  ) throws(ValueProblem) -> WholeNumber {
    WholeNumber(try WholeNumberReader.read(word.text, from: 0))
  }

  /// A check that the number is in a range.
  public static func within(_ bounds: ClosedRange<Int>) -> ValueCheck<WholeNumber> {
    { number throws(ValueProblem) in
      try WholeNumberReader.check(number.value, within: bounds)
    }
  }

  public static let valueName = "N"
  public static let sample = "10"
  public var description: String { "\(value)" }
}

/// Reads whole numbers with or without grouping.
enum WholeNumberReader {
  static func read(_ text: String, from least: Int) throws(ValueProblem) -> Int {
    let plain = NumberText.plain(text)
    if plain.isEmpty { throw .empty }
    let isNegative = plain.hasPrefix("-")
    guard let digits = NumberText.ungrouped(isNegative ? plain.dropFirst() : plain[...]) else {
      throw .notANumber
    }
    guard let value = Int(digits) else { throw isNegative ? .tooSmall(least: least) : .tooLarge }
    guard (isNegative ? -value : value) >= least else { throw .tooSmall(least: least) }
    return isNegative ? -value : value
  }

  static func check(_ value: Int, within bounds: ClosedRange<Int>) throws(ValueProblem) {
    guard !bounds.contains(value) else { return }
    throw .outOfRange("\(bounds.lowerBound)", "\(bounds.upperBound)")
  }
}
