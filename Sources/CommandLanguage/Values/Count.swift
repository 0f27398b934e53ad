/// Whole numbers: counts from 1, numbers from 0, and changes of stock.

/// Reads whole numbers of any keyboard, grouped or not.
enum WholeNumberReader {
  static func read(
    _ text: String, from low: Int, to high: Int = .max
  ) throws(ValueProblem) -> Int {
    let plain = Typed.plain(text)
    if plain.isEmpty { throw .empty }
    let isNegative = plain.hasPrefix("-")
    guard let digits = Typed.ungrouped(isNegative ? plain.dropFirst() : plain[...]) else {
      throw .notANumber
    }
    guard let value = Int((isNegative ? "-" : "") + digits), (low...high).contains(value) else {
      throw outOfRange(low, high)
    }
    return value
  }

  static func outOfRange(_ low: Int, _ high: Int) -> ValueProblem {
    .outOfRange("\(low)", high == .max ? "9,223,372,036,854,775,807" : "\(high)")
  }
}

/// A number from 1.
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

  /// A check that the number lies within bounds, both included.
  public static func within(_ bounds: ClosedRange<Int>) -> ValueCheck<Count> {
    { count throws(ValueProblem) in
      if !bounds.contains(count.value) {
        throw WholeNumberReader.outOfRange(bounds.lowerBound, bounds.upperBound)
      }
    }
  }

  public static let valueName = "N"
  public static let sample = "2"
  public var description: String { "\(value)" }
}

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

  /// A check that the number lies within bounds, both included.
  public static func within(_ bounds: ClosedRange<Int>) -> ValueCheck<WholeNumber> {
    { number throws(ValueProblem) in
      if !bounds.contains(number.value) {
        throw WholeNumberReader.outOfRange(bounds.lowerBound, bounds.upperBound)
      }
    }
  }

  public static let valueName = "N"
  public static let sample = "10"
  public var description: String { "\(value)" }
}

/// The value of `--stock`: a new number, or how many came or went.
public enum StockChange: Hashable, ParameterValue {
  /// From 0.
  case to(Int)
  /// Below zero for what went.
  case by(Int)

  public static func read(
    _ word: Word, in context: ReadingContext
  ) throws(ValueProblem) -> StockChange {
    let plain = Typed.plain(word.text)
    guard let sign = plain.first, "+-".contains(sign) else {
      return .to(try WholeNumberReader.read(plain, from: 0))
    }
    let count = try WholeNumberReader.read(String(plain.dropFirst()), from: 0)
    return .by(sign == "-" ? -count : count)
  }

  public static let valueName = "N|+N|-N"
  public static let sample = "5"
  public var description: String {
    switch self {
    case .to(let number): "\(number)"
    case .by(let number): number < 0 ? "\(number)" : "+\(number)"
    }
  }
}
