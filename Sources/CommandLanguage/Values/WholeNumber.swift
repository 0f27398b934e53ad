public import Messages

/// A number from 0, such as a port or a stock.
public struct WholeNumber: WholeNumberValue {
  public static let least = 0
  public static let sample = "10"
  public let value: Int

  public init(_ value: Int) { self.value = value }
}

/// A whole number from `least`.
public protocol WholeNumberValue: Hashable, ParameterValue {
  static var least: Int { get }
  var value: Int { get }

  init(_ value: Int)
}

extension WholeNumberValue {
  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    Self(try WholeNumberReader.read(word.text, from: least))
  }

  public static func within(_ bounds: ClosedRange<Int>) -> ValueCheck<Self> {
    { number throws(ValueProblem) in
      try WholeNumberReader.check(number.value, within: bounds)
    }
  }

  public static var valueName: Message { "N" }
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
