import Foundation
public import MarketWire

/// Reads amounts of money: `12000`, `12,000`, `₩12,000`, `1만2천원`, `$12.50`, `12.50 USD`. Numbers
/// are exact. An ambiguous amount is an error with its readings.
public enum MoneyReader {
  /// Reads an amount of zero or more, with at most 38 digits; `¥` means JPY.
  ///
  /// - Parameter usual: the currency of an amount without one, if it is known.
  public static func read(
    _ text: String, in usual: Currency? = nil
  ) throws(ValueProblem) -> WrittenAmount {
    let plain = NumberText.plain(text)
    if plain.isEmpty { throw .empty }
    // A dash alone says that there is none.
    if plain.hasPrefix("-"), plain.contains(where: \.isNumber) { throw .negativeAmount }
    if plain.utf8.count > 200 { throw .tooManyDigits }
    if NumberText.isDigits(plain) { return WrittenAmount(try exact(plain)) }
    let (number, currencies) = try CurrencyMark.split(plain)
    if number.hasPrefix("-"), number.contains(where: \.isNumber) { throw .negativeAmount }
    if let first = currencies.first, let last = currencies.last, first != last {
      throw .twoCurrencies(first.rawValue, last.rawValue)
    }
    do {
      return WrittenAmount(try decimal(number), currencies.first)
    } catch .notAnAmount(let readings) {
      // Other digits than three behind the mark may be decimals of a currency that is named elsewhere.
      let mayBeUsual = number.contains(/[.,][0-9]{3}$/)
      throw .notAnAmount(
        readings: possible(readings, in: currencies.first ?? (mayBeUsual ? usual : nil)))
    }
  }

  /// The readings with as many decimals as the currency has, if there are any.
  private static func possible(_ readings: [String], in currency: Currency?) -> [String] {
    // The currencies that phone apps know have at most two.
    let most = currency?.fractionDigits ?? 2
    let fitting = readings.filter { reading in
      reading.firstIndex(of: ".").map { reading[$0...].count - 1 <= most } ?? true
    }
    return fitting.isEmpty ? readings : fitting
  }

  /// Reads a number: digits, grouped in threes or not, with a decimal point or Korean units.
  static func decimal(_ text: String) throws(ValueProblem) -> Decimal {
    if KoreanNumber.holdsUnit(text) { return try KoreanNumber.read(text) }
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = NumberText.ungrouped(parts[0]) else {
      throw .notAnAmount(readings: readings(of: text))
    }
    guard parts.count == 2 else { return try exact(whole) }
    let fraction = String(parts[1])
    guard NumberText.isDigits(fraction), !looksGrouped(whole, fraction) else {
      throw .notAnAmount(readings: readings(of: text))
    }
    return try exact(whole + "." + fraction)
  }

  /// Whether the decimal point may be a thousands separator: 12.000 is twelve in Seoul and twelve
  /// thousand in Berlin.
  private static func looksGrouped(_ whole: String, _ fraction: String) -> Bool {
    fraction.count == 3 && whole != "0" && whole.count <= 3
  }

  /// The decimal of ASCII digits with at most one point.
  static func exact(_ digits: String) throws(ValueProblem) -> Decimal {
    let significant = digits.utf8.filter { $0 != UInt8(ascii: ".") }.count
    guard significant <= ValueProblem.digitLimit, let value = Decimal(string: digits, locale: posix)
    else {
      throw .tooManyDigits
    }
    return value
  }

  /// An amount in a form that can be read: three decimal places would look like thousands and get a
  /// fourth.
  static func text(_ amount: Decimal) -> String {
    let text = "\(amount)"
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, looksGrouped(String(parts[0].drop { $0 == "-" }), String(parts[1]))
    else { return text }
    return text + "0"
  }

  private static let posix = Locale(identifier: "en_US_POSIX")

  /// Unambiguous forms of the amounts that a badly grouped number could mean.
  private static func readings(of text: String) -> [String] {
    let isNumeric = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
        || byte == UInt8(ascii: ",")
    }
    let digits = text.filter(\.isNumber)
    guard isNumeric, !digits.isEmpty, text.count <= 30 else { return thousands(text) }
    let separators = text.filter { !$0.isNumber }
    guard let last = text.lastIndex(where: { !$0.isNumber }) else { return [] }
    let whole = trimmed(text[..<last].filter(\.isNumber))
    let fraction = String(text[text.index(after: last)...])
    let asDecimal = fraction.isEmpty ? whole : "\(whole).\(unambiguous(fraction))"
    if separators.count == 1 {
      return fraction.isEmpty || text.first == "." || whole == "0"
        ? [asDecimal] : [asDecimal, trimmed(digits)]
    }
    let isMixed = Set(separators).count == 2
    let isDecimalLast = isMixed && separators.dropLast().allSatisfy { $0 != separators.last }
    if isDecimalLast { return [asDecimal] }
    return fraction.count == 3 ? [trimmed(digits)] : []
  }

  /// The same fraction with fewer or more than three digits, which would look like thousands.
  private static func unambiguous(_ fraction: String) -> String {
    guard fraction.count == 3 else { return fraction }
    return fraction.hasSuffix("0") ? String(fraction.dropLast()) : fraction + "0"
  }

  /// The reading of `12k`: 12000.
  private static func thousands(_ text: String) -> [String] {
    guard text.last?.lowercased() == "k", NumberText.isDigits(text.dropLast()) else { return [] }
    return [trimmed(String(text.dropLast())) + "000"]
  }

  private static func trimmed(_ digits: String) -> String {
    let rest = digits.drop { $0 == "0" }
    return rest.isEmpty ? "0" : String(rest)
  }
}
