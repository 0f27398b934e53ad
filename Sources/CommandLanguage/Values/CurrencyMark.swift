import Foundation
import MarketWire

/// The signs, words and codes of currencies before or after an amount.
enum CurrencyMark {
  /// The signs and words of English and Korean amounts; longer ones come first, so that `US$` is not
  /// read as `$`.
  private static let marks: [(String, Currency)] = [
    ("US$", "USD"), ("HK$", "HKD"), ("CA$", "CAD"), ("AU$", "AUD"), ("NZ$", "NZD"), ("MX$", "MXN"),
    ("NT$", "TWD"), ("CN¥", "CNY"), ("JP¥", "JPY"), ("A$", "AUD"), ("R$", "BRL"), ("달러", "USD"),
    ("DOLLARS", "USD"),
    ("DOLLAR", "USD"), ("WON", "KRW"),
    ("유로", "EUR"), ("위안", "CNY"), ("$", "USD"), ("₩", "KRW"), ("원", "KRW"), ("€", "EUR"),
    ("£", "GBP"), ("¥", "JPY"), ("円", "JPY"), ("엔", "JPY"), ("₹", "INR"), ("₱", "PHP"),
    ("₫", "VND"),
  ].map { ($0.0, Currency(rawValue: $0.1)) }
  private static let codes = Set(Locale.commonISOCurrencyCodes)
  /// The codes to suggest for a mistyped one.
  private static let usual = ["KRW", "USD", "JPY", "EUR", "GBP", "CNY", "HKD"]

  /// Splits a text into the number and its currencies, in their order.
  ///
  /// - Throws: `.unknownCurrency` for three letters next to a number that are not a code.
  static func split(_ text: String) throws(ValueProblem) -> (rest: String, currencies: [Currency]) {
    // Most amounts of a table have no mark.
    let ends = [text.utf8.first, text.utf8.last].compactMap(\.self)
    if ends.allSatisfy({ (0x30...0x39).contains($0) }) { return (text, []) }
    var rest = text[...]
    var found: [Currency] = []
    if let (length, currency) = try prefix(of: rest) {
      rest = rest.dropFirst(length).drop { $0 == " " }
      found.append(currency)
    }
    if let (length, currency) = try suffix(of: rest) {
      rest = rest.dropLast(length)
      while rest.last == " " { rest.removeLast() }
      found.append(currency)
    }
    return (String(rest), found)
  }

  /// Whether a word is a currency that belongs to the number next to it. Any three capitals count,
  /// so that a mistyped code is reported as an unknown currency.
  static func isMark(_ text: String) -> Bool {
    let plain = NumberText.plain(text)
    let isCode = plain.utf8.count == 3 && plain.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    return isCode || codes.contains(plain.uppercased())
      || marks.contains { $0.0 == plain.uppercased() }
  }

  /// Whether a word can hardly mean anything but a currency: a sign, a word, a common code. Rare
  /// codes such as `CUP` may be the seller's own code of a listing.
  static func isCommon(_ text: String) -> Bool {
    let capitals = NumberText.plain(text).uppercased()
    return usual.contains(capitals) || marks.contains { $0.0 == capitals }
  }

  private static func prefix(of text: Substring) throws(ValueProblem) -> (Int, Currency)? {
    for (mark, currency) in marks where text.prefix(mark.count).uppercased() == mark {
      return (mark.count, currency)
    }
    return try currency(of: text.prefix { $0.isASCII && $0.isLetter })
  }

  private static func suffix(of text: Substring) throws(ValueProblem) -> (Int, Currency)? {
    for (mark, currency) in marks where text.suffix(mark.count).uppercased() == mark {
      return (mark.count, currency)
    }
    let letters = text.reversed().prefix { $0.isASCII && $0.isLetter }
    return try currency(of: String(letters.reversed())[...])
  }

  private static func currency(of letters: Substring) throws(ValueProblem) -> (Int, Currency)? {
    guard letters.count == 3 else { return nil }
    let code = letters.uppercased()
    guard codes.contains(code) else {
      throw .unknownCurrency(code, nearest: NearMiss.nearest(to: code, among: usual))
    }
    return (3, Currency(rawValue: code))
  }
}
