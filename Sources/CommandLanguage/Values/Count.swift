/// A number from 1, such as a page or a number of rows.
public struct Count: Hashable, ParameterValue {
  public let value: Int

  public init(_ value: Int) {
    self.value = value
  }

  public static func read(
    _ word: Word, in context: ReadingContext
  ) throws(ValueProblem) -> Count {
    Count(try WholeNumberReader.read(word.text, from: 1))
  }

  /// A check that the number is in a range.
  public static func within(_ bounds: ClosedRange<Int>) -> ValueCheck<Count> {
    { count throws(ValueProblem) in
      try WholeNumberReader.check(count.value, within: bounds)
    }
  }

  public static let valueName = "N"
  public static let sample = "2"
  public var description: String { "\(value)" }
}
