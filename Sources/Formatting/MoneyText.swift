public import Foundation
public import MarketWire
import Messages
import Synchronization

/// Amounts of money in the reader's locale, such as `₩1,234,567` or `US$12.50`, with every digit.
///
/// `NumberFormatter` calculates with doubles and takes milliseconds to start. It therefore formats
/// one power of ten, which a double holds exactly, for each shape of amount. The digits of an amount
/// then replace those of the power.
public final class MoneyText: Sendable {
  /// The properties of an amount that decide its format.
  private struct Shape: Hashable {
    let currency: Currency
    let wholeDigits: Int
    let fractionDigits: Int
    let isNegative: Bool
  }

  /// A formatted number without its digits.
  private struct Template {
    /// The text before each digit, and the text after the last one.
    let pieces: [String]
    /// The scalar value of the locale's digit zero.
    let zero: UInt32
  }

  public let locale: Locale
  private let templates = Mutex<[Shape: Template]>([:])

  public init(locale: Locale) {
    self.locale = locale
  }

  /// Amounts in the locale of the environment; see `EnvironmentLocale`.
  public convenience init(environment: [String: String]) {
    self.init(locale: EnvironmentLocale.locale(environment))
  }

  /// The amount with the sign of its currency.
  ///
  /// It has as many fraction digits as the currency, or more if the amount has more; nothing is
  /// rounded. An amount that is not a number becomes `?`; an unknown currency has no sign.
  public func text(_ money: Money) -> String {
    guard money.amount.isFinite else { return "?" }
    guard Self.isCode(money.currency) else { return Self.plain(money) }
    let least = money.currency == .unknown ? 0 : money.currency.fractionDigits
    let (whole, fraction) = Self.digits(of: money.amount, atLeast: least)
    let shape = Shape(
      currency: money.currency, wholeDigits: whole.count, fractionDigits: fraction.count,
      isNegative: money.amount.sign == .minus)
    let template = templates.withLock { templates in
      if let known = templates[shape] { return known }
      let made = makeTemplate(of: shape)
      templates[shape] = made
      return made
    }
    return Self.fill(template, with: whole + fraction) ?? Self.plain(money)
  }

  /// The discount as a whole percentage of the price, rounded down so that it never promises too
  /// much; 0 means less than 1.
  ///
  /// Returns nil without a price or a discount, and above 9,999 %.
  public static func percentage(_ discount: Decimal, of price: Decimal) -> Int? {
    guard price > 0, discount > 0 else { return nil }
    var share = discount * 100 / price
    var rounded = Decimal()
    NSDecimalRound(&rounded, &share, 0, .down)
    guard rounded.isFinite, rounded < 10_000 else { return nil }
    return NSDecimalNumber(decimal: rounded).intValue
  }

  private func makeTemplate(of shape: Shape) -> Template {
    let formatter = NumberFormatter()
    formatter.locale = locale
    formatter.numberStyle = shape.currency == .unknown ? .decimal : .currency
    formatter.currencyCode = shape.currency.rawValue
    formatter.minimumFractionDigits = shape.fractionDigits
    formatter.maximumFractionDigits = shape.fractionDigits
    let power = Decimal(
      sign: shape.isNegative ? .minus : .plus, exponent: shape.wholeDigits - 1, significand: 1)
    let text = formatter.string(from: NSDecimalNumber(decimal: power)) ?? ""
    var pieces = [""]
    var zero = UInt32(UInt8(ascii: "0"))
    for scalar in text.unicodeScalars where !Self.isBidiMark(scalar) {
      if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
        zero = scalar.value - UInt32(value)
        pieces.append("")
      } else {
        pieces[pieces.count - 1].unicodeScalars.append(scalar)
      }
    }
    return Template(pieces: pieces, zero: zero)
  }

  /// Returns nil if the template has another number of digits.
  private static func fill(_ template: Template, with digits: String) -> String? {
    guard template.pieces.count == digits.utf8.count + 1 else { return nil }
    var result = template.pieces[0]
    for (digit, piece) in zip(digits.utf8, template.pieces.dropFirst()) {
      guard let scalar = Unicode.Scalar(template.zero + UInt32(digit - UInt8(ascii: "0"))) else {
        return nil
      }
      result.unicodeScalars.append(scalar)
      result += piece
    }
    return result
  }

  /// The digits before and after the decimal point, without a sign.
  private static func digits(
    of amount: Decimal, atLeast fractionDigits: Int
  ) -> (whole: String, fraction: String) {
    let text = JSON.decimal(amount.magnitude).text()
    let point = text.utf8.firstIndex(of: UInt8(ascii: ".")) ?? text.endIndex
    let fraction = text[point...].dropFirst()
    let missing = max(0, fractionDigits - fraction.utf8.count)
    return (String(text[..<point]), fraction + String(repeating: "0", count: missing))
  }

  private static func plain(_ money: Money) -> String {
    let code = UntrustedText(money.currency.rawValue).line
    return "\(NSDecimalNumber(decimal: money.amount).stringValue) \(code)"
  }

  /// Whether the currency has the form of an ISO 4217 code.
  ///
  /// For anything else, the formatter uses the currency of the locale.
  private static func isCode(_ currency: Currency) -> Bool {
    currency.rawValue.utf8.count == 3
      && currency.rawValue.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  /// Whether the scalar is a direction mark.
  ///
  /// Some locales put invisible ones around an amount; sanitizing would turn them into escapes.
  private static func isBidiMark(_ scalar: Unicode.Scalar) -> Bool {
    [0x61C, 0x200E, 0x200F].contains(scalar.value)
  }
}
