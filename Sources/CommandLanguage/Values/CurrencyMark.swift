/// How currencies are written beside an amount: signs, words, codes.
import MarketWire

/// Takes the marks of currencies off the two ends of an amount.
enum CurrencyMark {
  /// Signs and words with the currency they mean; longer ones first, so that `US$` is not `$`.
  private static let marks: [(String, Currency)] = [
    ("US$", .usd), ("HK$", Currency(rawValue: "HKD")), ("달러", .usd), ("유로", euro), ("$", .usd),
    ("₩", .krw), ("원", .krw), ("€", euro), ("£", Currency(rawValue: "GBP")), ("¥", .jpy),
    ("円", .jpy), ("엔", .jpy),
  ]
  private static let euro = Currency(rawValue: "EUR")

  /// What is left of `text` without the marks, and the currencies they mean in order.
  static func split(_ text: String) -> (rest: String, currencies: [Currency]) {
    var rest = text[...]
    var found: [Currency] = []
    if let (length, currency) = prefix(of: rest) {
      rest = rest.dropFirst(length).drop { $0 == " " }
      found.append(currency)
    }
    if let (length, currency) = suffix(of: rest) {
      rest = rest.dropLast(length)
      while rest.last == " " { rest.removeLast() }
      found.append(currency)
    }
    return (String(rest), found)
  }

  private static func prefix(of text: Substring) -> (Int, Currency)? {
    for (mark, currency) in marks where text.uppercased().hasPrefix(mark) {
      return (mark.count, currency)
    }
    let letters = text.prefix { $0.isASCII && $0.isLetter }
    guard letters.count == 3 else { return nil }
    return (3, Currency(rawValue: String(letters)))
  }

  private static func suffix(of text: Substring) -> (Int, Currency)? {
    for (mark, currency) in marks where text.uppercased().hasSuffix(mark) {
      return (mark.count, currency)
    }
    let letters = text.reversed().prefix { $0.isASCII && $0.isLetter }
    guard letters.count == 3 else { return nil }
    return (3, Currency(rawValue: String(letters.reversed())))
  }
}
