import Foundation

/// Reads numbers with Korean units: `1만2천`, `3억5천만`, `1.5만`, `만이천`. The units are in falling order:
/// 조 억 만, and within each of them 천 백 십.
enum KoreanNumber {
  private static let great: [Character: Int] = ["조": 12, "억": 8, "만": 4]
  private static let small: [Character: Int] = ["천": 3, "백": 2, "십": 1]

  static func holdsUnit(_ text: String) -> Bool {
    text.contains { great[$0] != nil || small[$0] != nil }
  }

  /// Whether a word consists of units only, with or without the won: `만원`, `천`.
  static func isUnit(_ text: String) -> Bool {
    let units = text.hasSuffix("원") ? text.dropLast() : text[...]
    return !units.isEmpty && units.allSatisfy { great[$0] != nil || small[$0] != nil }
  }

  /// Reads a number.
  ///
  /// - Throws: `.notAnAmount` with the possible readings: `2만5` could be 20,005 or 25,000. Counted
  ///   hundreds (`15백`) have one reading.
  static func read(_ text: String) throws(ValueProblem) -> Decimal {
    let plain = try inDigits(text)
    do throws(ValueProblem) {
      return try digits(plain)
    } catch .notAnAmount(readings: []) {
      throw .notAnAmount(readings: reading(of: plain).map { ["\($0)"] } ?? [])
    }
  }

  /// The number with digits instead of words for digits (`구천`). Two of them in a row are not one
  /// number: `이삼천` means two or three thousand.
  private static func inDigits(_ text: String) throws(ValueProblem) -> String {
    var plain = ""
    for character in text {
      if let digit = spelled[character] {
        guard plain.last?.isNumber != true else { throw unclear }
        plain.append(digit)
      } else {
        plain.append(character)
      }
    }
    return plain
  }

  private static func digits(_ text: String) throws(ValueProblem) -> Decimal {
    var total = Decimal(0)
    var rest = text.filter { $0 != " " }[...]
    var lastPower = Int.max
    while let unit = rest.firstIndex(where: { great[$0] != nil }) {
      guard let power = great[rest[unit]], power < lastPower else { throw unclear }
      let coefficient = unit == rest.startIndex ? 1 : try section(rest[..<unit])
      total += shifted(coefficient, by: power)
      lastPower = power
      rest = rest[rest.index(after: unit)...]
    }
    guard !rest.isEmpty else { return total }
    let end = try section(rest)
    if lastPower < .max, end >= shifted(1, by: lastPower) { throw unclear }
    if NumberText.isDigits(rest), lastPower < .max { try checkEnd(rest, total, lastPower) }
    return total + end
  }

  private static let spelled: [Character: Character] = [
    "일": "1", "이": "2", "삼": "3", "사": "4", "오": "5", "육": "6", "칠": "7", "팔": "8",
    "구": "9",
  ]

  private static func reading(of plain: String) -> Decimal? {
    guard let unit = plain.last.flatMap({ small[$0] }), NumberText.isDigits(plain.dropLast()),
      let count = try? coefficient(plain.dropLast())
    else { return nil }
    return shifted(count, by: unit)
  }

  private static let unclear = ValueProblem.notAnAmount(readings: [])

  /// A number below 10,000 in small units, such as `2천5백`, or in digits.
  private static func section(_ text: Substring) throws(ValueProblem) -> Decimal {
    guard text.contains(where: { small[$0] != nil }) else { return try coefficient(text) }
    var total = Decimal(0)
    var rest = text
    var lastPower = Int.max
    while let unit = rest.firstIndex(where: { small[$0] != nil }) {
      guard let power = small[rest[unit]], power < lastPower else { throw unclear }
      let coefficient = unit == rest.startIndex ? 1 : try coefficient(rest[..<unit])
      guard coefficient < 10 else { throw unclear }
      total += shifted(coefficient, by: power)
      lastPower = power
      rest = rest[rest.index(after: unit)...]
    }
    guard !rest.isEmpty else { return total }
    guard NumberText.isDigits(rest), rest.count <= lastPower else { throw unclear }
    try checkEnd(rest, total, lastPower)
    return total + (try coefficient(rest))
  }

  /// Digits with grouping or a decimal point: `1,000`, `1.5`.
  private static func coefficient(_ text: Substring) throws(ValueProblem) -> Decimal {
    guard let first = text.first, first.isNumber, text.utf8.count <= 20 else { throw unclear }
    do throws(ValueProblem) { return try MoneyReader.decimal(String(text)) } catch { throw unclear }
  }

  /// Checks the digits after a unit. If they fill less than all places below the unit but one,
  /// spoken and written numbers differ: `2만5` is spoken for 25,000.
  private static func checkEnd(
    _ digits: Substring, _ total: Decimal, _ power: Int
  ) throws(ValueProblem) {
    guard digits.count < min(3, power), let number = Decimal(string: String(digits)) else { return }
    let spoken = total + shifted(number, by: power - digits.count)
    throw .notAnAmount(readings: ["\(total + number)", "\(spoken)"])
  }

  private static func shifted(_ value: Decimal, by power: Int) -> Decimal {
    value * Decimal(sign: .plus, exponent: power, significand: 1)
  }
}
