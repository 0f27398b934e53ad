/// Why a word is not the value that was wanted: facts only, worded by `ValueText`.

/// A closed set of faults of single values.
public enum ValueProblem: Error, Hashable, Sendable {
  case empty
  /// More characters than the limit.
  case tooLong(limit: Int)
  /// Not one of the words that are known here.
  case notOneOf([String], nearest: String?)
  /// Not a whole number.
  case notANumber
  case tooSmall(least: Int)
  /// More than any count here can be.
  case tooLarge
  /// A number outside its bounds, both included.
  case outOfRange(String, String)
  /// Not an amount of money; `readings` are what it could have meant, as they should be written.
  case notAnAmount(readings: [String])
  case negativeAmount
  /// More digits than a decimal holds exactly.
  case tooManyDigits
  /// Two different currencies in one amount.
  case twoCurrencies(String, String)
  /// Three letters that are no currency's code.
  case unknownCurrency(String, nearest: String?)
  /// `10%` where only `+10%` or `-10%` says what is meant.
  case percentWithoutSign(String)
  /// A percentage outside its bounds, both included.
  case percentOutOfRange(Int, Int)
  /// Neither an id nor a range nor a code with `@`; `reading` is what was probably meant.
  case notATarget(reading: String?)
  /// A range whose first id is the greater one; the reading has them in order.
  case reversedRange(reading: String)
  /// A code with a character that no code has.
  case badCodeCharacter(Character)
  /// `last` and `page` mean something else.
  case reservedCode(String)
  /// A code written with `@` where none belongs.
  case codeWithAt(reading: String)
  case notADate
  /// A day that no calendar has, such as 31 April.
  case noSuchDay
  case notADuration
  /// Not an amount of bytes with its unit.
  case notASize
  /// Not `NAME=VALUE`, or a name that no variable can have.
  case notAnAssignment
  /// A name that no variable can have.
  case notAName
  /// Neither the name of a color nor its numbers.
  case notAColor(nearest: String?)
  /// A pattern that no file matches.
  case noFileMatches(String)

  /// The one thing to write instead, where there is one.
  public var correction: String? {
    switch self {
    case .notOneOf(_, let nearest), .notAColor(let nearest): nearest
    case .notAnAmount(let readings): readings.count == 1 ? readings[0] : nil
    case .notATarget(let reading): reading
    case .reversedRange(let reading), .codeWithAt(let reading): reading
    default: nil
    }
  }
}
