public indirect enum ValueProblem: Error, Hashable, Sendable {
  case empty
  /// Text that begins with a quote of word processors, which does not quote.
  case typographicQuote
  case tooLong(limit: Int)
  case tooManyBytes(limit: Int)
  case notOneOf([String], nearest: String?)
  case notANumber
  case tooSmall(least: Int)
  /// Too large for an `Int`.
  case tooLarge
  /// A number outside its bounds, both included.
  case outOfRange(String, String)
  /// Not an amount of money; the readings are unambiguous forms of what it could mean.
  case notAnAmount(readings: [String])
  case negativeAmount
  case notAnEnding
  /// More than 38 digits, which a `Decimal` cannot represent exactly.
  case tooManyDigits
  /// Not a code, a sign or a word of one currency.
  case notACurrency
  case twoCurrencies(String, String)
  /// Three letters that are not a currency code.
  case unknownCurrency(String, nearest: String?)
  /// `10%` instead of `+10%` or `-10%`.
  case percentWithoutSign(String)
  /// A percentage outside its bounds, both included.
  case percentOutOfRange(Int, Int)
  /// Not an id, a range or a code with `@`; the reading is what was probably meant.
  case notATarget(reading: String?)
  /// The problem of one item of a list such as `12,mug`.
  case item(String, ValueProblem)
  /// A range whose first id is greater than the second; the reading has them in order.
  case reversedRange(reading: String)
  case badCodeCharacter(Character)
  /// `last` or `page`, which have another meaning after `@`.
  case reservedCode(String)
  /// A code with `@` where it is written without.
  case codeWithAt(reading: String)
  case notADate
  /// A day that does not exist, such as 31 April.
  case noSuchDay
  case notADuration
  case notASize
  case notAnAddress
  /// Not `NAME=VALUE` with a valid name of a variable.
  case notAnAssignment
  case notAName
  case notAColor(nearest: String?)
  case noFileMatches(String)

  /// The digits that a `Decimal` represents exactly.
  static let digitLimit = 38

  /// The value to suggest instead, if there is only one.
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

extension ValueProblem {
  /// The problem of a text that is none of these words. What was probably meant is searched among
  /// their Korean names, too.
  public static func none(of words: [String], for text: String) -> ValueProblem {
    let korean = words.map { KoreanNames.korean($0, among: words) }
    let names = words + korean.filter { !words.contains($0) }
    return .notOneOf(words, nearest: NearMiss.nearest(to: text, among: names))
  }
}
