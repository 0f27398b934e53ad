import MarketWire

/// The currencies that a text names, such as the name of a column or the texts of a format.
package enum CurrencySigns {
  /// The codes of the currencies of all signs, words and codes, each once and in their order.
  ///
  /// Codes that are words, too, such as `all` and `top`, count only in capitals.
  package static func all(in text: String) -> [String] {
    var found: [String] = []
    // `US $` is one sign.
    let joined = text.replacing(/\s+\$/, with: "$").replacing("￥", with: "¥")
    for match in joined.matches(of: /\p{L}*\$|CN¥|[₩￦€£¥円元₫฿₹₱₽₺₪₸₴₦]|[\p{L}--[円元]]+/) {
      for code in codes(of: String(match.0)) where !found.contains(code) { found.append(code) }
    }
    return found
  }

  private static func codes(of word: String) -> [String] {
    let capitals = word.uppercased()
    if let code = words[capitals] { return [code] }
    let isCode = capitals.utf8.count == 3
    if isCode, word != capitals, !usual.contains(capitals) { return [] }
    if let codes = NumberFormat.currencies(capitals) { return codes }
    guard word.hasSuffix("$") else { return [] }
    return codes(of: String(word.dropLast())) + ["USD"]
  }

  private static let words = [
    "WON": "KRW", "원화": "KRW", "원단위": "KRW", "EURO": "EUR", "EUROS": "EUR", "유로": "EUR",
    "위안": "CNY", "위안화": "CNY", "YUAN": "CNY", "엔화": "JPY", "YEN": "JPY", "DOLLAR": "USD",
    "DOLLARS": "USD", "달러화": "USD", "미화": "USD", "파운드": "GBP",
  ]
  private static let usual: Set = [
    "KRW", "USD", "EUR", "JPY", "GBP", "CNY", "CAD", "AUD", "NZD", "CHF", "HKD", "SGD", "TWD",
    "SEK", "NOK", "DKK", "PLN", "CZK", "MXN", "BRL", "INR", "THB", "VND", "IDR", "MYR", "PHP",
  ]
}
