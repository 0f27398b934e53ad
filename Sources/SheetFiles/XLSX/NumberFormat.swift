import Foundation
import MarketWire

/// What a number means that is shown in a format such as `[$₩-412]#,##0` or `0.0%`.
enum NumberFormat: Hashable {
  case number
  case date
  case percent
  /// An amount in one of these currencies; see ``SheetCell/amount(_:currencies:)``.
  case amount([String])
  /// Amounts of thousands or more, such as `#,##0"천원"`, or of hundredths: what the number is depends on
  /// its unit.
  case thousands(unit: String)
  /// At least so many digits behind a text, as of codes: `"MUG-"000`.
  case code(prefix: String, digits: Int)

  /// The formats that have no code in the file (ECMA-376, part 1, 18.8.30); 5 to 8, 42 and 44 show
  /// the currency that is set on the computer.
  init(builtIn format: Int) {
    self =
      switch format {
      case 14...22, 27...36, 45...47, 50...58: .date
      case 9, 10: .percent
      case 5...8, 42, 44: .amount([])
      default: .number
      }
  }

  /// - Parameter code: the code of a format, such as `yyyy"년" m/d` or `[Red]0.0%`.
  init(code: String) {
    // The word shows a number as a zero does.
    let section = Section(code.replacing(/(?i)general/, with: "0"))
    if let found = section.found {
      self = found
    } else if let currencies = Self.currencies(section.literal, section.locale) {
      self = .amount(currencies)
    } else if !section.isScaled, Self.isThousands(section.literal) {
      self = .thousands(unit: section.literal)
    } else if section.zeros > 1, section.isPlain {
      self = .code(prefix: section.literal, digits: section.zeros)
    } else if case let named = CurrencySigns.all(in: section.literal), !named.isEmpty {
      self = .amount(named)
    } else {
      // A sign of a currency that is not known.
      self = section.hasSign || Self.foreign.contains(section.word) ? .amount([]) : .number
    }
  }

  /// The currencies of a sign or word; nil if it is none.
  ///
  /// - Parameter locale: as Excel (`409`) or Google Sheets (`en-US`) write it.
  static func currencies(_ sign: String, _ locale: String = "") -> [String]? {
    let sign = sign.trimmingCharacters(in: .whitespaces).uppercased()
    switch sign {
    // In Korean and Japanese fonts, a backslash looks like the sign of the currency.
    case "\\": return ["KRW", "JPY"]
    case "$": return locale.isEmpty ? ["USD"] : dollars[locale].map { [$0] } ?? []
    case "¥", "￥": return ["804", "ZH-CN"].contains(locale) ? ["CNY"] : ["JPY"]
    case "KR": return crowns[locale].map { [$0] } ?? ["SEK", "NOK", "DKK"]
    default: break
    }
    if let currency = signs[sign] { return [currency] }
    return sign.utf8.count == 3 && Currency(rawValue: sign).isInISO4217 ? [sign] : nil
  }

  /// Whether a sign or word is a unit of thousands or more, or of a hundredth.
  static func isThousands(_ sign: String) -> Bool {
    ["K", "P", "¢", "전"].contains(sign.trimmingCharacters(in: .whitespaces).uppercased())
      || ["백원", "천원", "만원", "백 원", "천 원", "만 원", "천", "만"].contains { sign.hasSuffix($0) }
  }

  /// Signs of currencies that are words, too, or that several countries use.
  private static let foreign: Set = ["FT", "LEI", "R", "RS", "RS."]

  private static let signs = [
    "₩": "KRW", "￦": "KRW", "원": "KRW", "US$": "USD", "HK$": "HKD", "CA$": "CAD", "C$": "CAD",
    "AU$": "AUD", "A$": "AUD", "NZ$": "NZD", "MX$": "MXN", "NT$": "TWD", "S$": "SGD", "R$": "BRL",
    "€": "EUR", "£": "GBP", "円": "JPY", "엔": "JPY", "元": "CNY", "RMB": "CNY", "CN¥": "CNY",
    "₫": "VND", "฿": "THB", "₹": "INR", "₱": "PHP", "₽": "RUB", "₺": "TRY", "₪": "ILS", "₸": "KZT",
    "₴": "UAH", "₦": "NGN", "ZŁ": "PLN",
    "KČ": "CZK", "FR.": "CHF", "SFR.": "CHF", "RP": "IDR", "RM": "MYR", "달러": "USD",
  ]
  private static let dollars = [
    "409": "USD", "EN-US": "USD", "540A": "USD", "ES-US": "USD", "1009": "CAD", "EN-CA": "CAD",
    "C0C": "CAD", "FR-CA": "CAD", "C09": "AUD", "EN-AU": "AUD", "1409": "NZD", "EN-NZ": "NZD",
    "404": "TWD", "ZH-TW": "TWD", "C04": "HKD", "ZH-HK": "HKD", "3C09": "HKD", "EN-HK": "HKD",
    "1004": "SGD", "ZH-SG": "SGD", "4809": "SGD", "EN-SG": "SGD", "80A": "MXN", "ES-MX": "MXN",
  ]
  private static let crowns = [
    "41D": "SEK", "SV-SE": "SEK", "414": "NOK", "NB-NO": "NOK", "406": "DKK", "DA-DK": "DKK",
  ]
}

extension NumberFormat {
  /// The first part of a code, for positive numbers.
  private struct Section {
    /// The texts that are shown as they are, without those in brackets that only color or choose.
    private(set) var literal = ""
    private(set) var locale = ""
    /// Whether a sign of a currency stands in brackets.
    private(set) var hasSign = false
    var word: String { literal.trimmingCharacters(in: .whitespaces).uppercased() }
    private(set) var zeros = 0
    /// Whether there are only texts, and then zeros.
    private(set) var isPlain = true
    /// Whether a comma behind the digits shows the number divided by a thousand.
    private(set) var isScaled = false
    /// What an unquoted letter or sign says.
    private(set) var found: NumberFormat?

    init(_ code: String) {
      var rest = code[...]
      while found == nil, let character = rest.popFirst(), character != ";" {
        switch character {
        case "\"": add(Self.upTo("\"", of: &rest))
        case "[": add(bracket: Self.upTo("]", of: &rest))
        // A backslash shows the next character; the others make room as wide as it, or repeat it.
        case "\\": add(rest.popFirst().map { "\($0)" } ?? "")
        case "_", "*": rest = rest.dropFirst()
        case "0": (zeros, isScaled) = (zeros + 1, false)
        case "#", "?", ".", ",", "/", "@", "E", "e", "+":
          (isPlain, isScaled) = (false, character == ",")
        case "%": found = .percent
        case "y", "m", "d", "h", "s", "Y", "M", "D", "H", "S": found = .date
        default: add("\(character)")
        }
      }
    }

    private mutating func add(_ text: String) {
      literal += text
      if zeros > 0 { isPlain = false }
    }

    /// `$₩-412` is a sign and its locale; `Red`, `>100` and `$-409` are not shown.
    private mutating func add(bracket text: String) {
      if ["h", "hh", "m", "mm", "s", "ss"].contains(text.lowercased()) { found = .date }
      guard text.hasPrefix("$") else { return }
      let parts = text.dropFirst().split(
        separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      add(String(parts[0]))
      hasSign = hasSign || parts[0].contains { !$0.isWhitespace }
      if parts.count > 1 { locale = parts[1].uppercased() }
    }

    private static func upTo(_ end: Character, of rest: inout Substring) -> String {
      let text = rest.prefix { $0 != end }
      rest = rest.dropFirst(text.count + 1)
      return String(text)
    }
  }
}
