public import Messages

/// A new stock, or a change by a number.
public enum StockChange: Hashable, ParameterValue {
  /// From 0.
  case to(Int)
  /// The number to add; negative to subtract.
  case by(Int)

  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    let plain = NumberText.plain(word.text)
    guard let sign = plain.first, "+-".contains(sign) else {
      return .to(try WholeNumberReader.read(plain, from: 0))
    }
    let count = try WholeNumberReader.read(String(plain.dropFirst()), from: 0)
    return .by(sign == "-" ? -count : count)
  }

  public static let valueName: Message = "N|+N|-N"
  public static let sample = "5"
  public var description: String {
    switch self {
    case .to(let number): "\(number)"
    case .by(let number): number < 0 ? "\(number)" : "+\(number)"
    }
  }
}
