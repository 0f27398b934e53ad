/// How currencies are written beside an amount: signs, words, codes.
import Foundation
import MarketWire

/// Takes the marks of currencies off the two ends of an amount.
enum CurrencyMark {
  /// Signs and words with the currency they mean, all that amounts are shown with in English and
  /// Korean; longer ones first, so that `US$` is not `$`.
  private static let marks: [(String, Currency)] = [
    ("US$", "USD"), ("HK$", "HKD"), ("CA$", "CAD"), ("AU$", "AUD"), ("NZ$", "NZD"), ("MX$", "MXN"),
    ("NT$", "TWD"), ("CN¥", "CNY"), ("JP¥", "JPY"), ("A$", "AUD"), ("R$", "BRL"), ("달러", "USD"),
    ("유로", "EUR"), ("위안", "CNY"), ("$", "USD"), ("₩", "KRW"), ("원", "KRW"), ("€", "EUR"),
    ("£", "GBP"), ("¥", "JPY"), ("円", "JPY"), ("엔", "JPY"), ("₹", "INR"), ("₱", "PHP"),
    ("₫", "VND"),
  ].map { ($0.0, Currency(rawValue: $0.1)) }
  /// The codes that are in use today.
  private static let codes = Set(Locale.commonISOCurrencyCodes)
  /// What a mistyped code was probably meant to be.
  private static let usual = ["KRW", "USD", "JPY", "EUR", "GBP", "CNY", "HKD"]

  /// What is left of `text` without the marks, and the currencies they mean in order.
  /// - Throws: `.unknownCurrency` for three letters beside a number that are no code.
  static func split(
    _ text: String
  ) throws(ValueProblem) -> (rest: String, currencies: [Currency]) {
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

  /// Whether a word is nothing but a mark, so that it belongs to the number beside it. Any three
  /// capitals count: a mistyped code is better refused as one than taken for something else.
  static func isMark(_ text: String) -> Bool {
    let plain = NumberText.plain(text)
    let isCode = plain.utf8.count == 3 && plain.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    return isCode || codes.contains(plain.uppercased())
      || marks.contains { $0.0 == plain.uppercased() }
  }

  /// Whether a word is about money and hardly anything else: a sign, a word for a currency, a code
  /// that sellers here use. Rare codes such as `CUP` may well be the seller's own for a cup.
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
