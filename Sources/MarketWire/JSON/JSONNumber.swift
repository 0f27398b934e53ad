public import Foundation

/// A JSON number, kept as text such as `150000.0` or `6.6666666E7`.
public struct JSONNumber: Hashable, Sendable {
  /// The text of the number, always valid JSON.
  public let literal: String

  /// The value as a decimal, or nil if it is out of the range of `Decimal`.
  ///
  /// Digits after the 38th are lost.
  public var decimalValue: Decimal? {
    shortDecimal
      ?? Decimal(string: literal, locale: nil).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The value as an integer, or nil if it has a fraction or does not fit.
  public var intValue: Int? {
    if let value = Int(literal) { return value }
    guard let decimal = decimalValue else { return nil }
    var rounded = Decimal()
    var source = decimal
    NSDecimalRound(&rounded, &source, 0, .plain)
    guard rounded == decimal else { return nil }
    return Int(NSDecimalNumber(decimal: decimal).stringValue)
  }

  /// The value of a text without an exponent and with at most 18 digits, or nil.
  ///
  /// This is faster than Foundation's parser: a page of 1,000 rows has 3,000 numbers of this form.
  private var shortDecimal: Decimal? {
    var digits: Int64 = 0
    var count = 0
    var afterPoint: Int?
    for (index, byte) in literal.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        count += 1
        guard count <= 18 else { return nil }
        digits = digits * 10 + Int64(byte - UInt8(ascii: "0"))
        if let places = afterPoint { afterPoint = places + 1 }
      case UInt8(ascii: "."): afterPoint = 0
      case UInt8(ascii: "-") where index == 0: continue
      default: return nil
      }
    }
    guard digits != 0 else { return 0 }
    if literal.utf8.first == UInt8(ascii: "-") { digits = -digits }
    return Decimal(digits, places: afterPoint ?? 0)
  }

  /// Returns a number in the format of Java's `Double.toString`, as the training server wrote
  /// amounts (API 1.1).
  ///
  /// There is at least one digit after the decimal point. From ten million on and below a thousandth
  /// the text has an exponent. NaN becomes zero.
  public static func double(_ value: Decimal) -> JSONNumber {
    let (isNegative, digits, exponent) = parts(of: value)
    let sign = isNegative ? "-" : ""
    guard digits != "0" else { return JSONNumber(literal: "0.0") }
    // The value is 0.digits × 10^pointAt.
    let pointAt = digits.count + exponent
    if pointAt > 7 || pointAt < -2 {
      let rest = digits.dropFirst()
      let fraction = rest.isEmpty ? "0" : String(rest)
      return JSONNumber(literal: "\(sign)\(digits.prefix(1)).\(fraction)E\(pointAt - 1)")
    }
    return JSONNumber(literal: sign + plain(digits, pointAt: pointAt, wantsFraction: true))
  }

  /// Returns an amount in ten-thousandths; see ``double(_:)``.
  static func double(tenThousandths amount: Int64) -> JSONNumber {
    double(Decimal(tenThousandths: amount))
  }

  /// Returns a number without an exponent, such as `12000` or `12.5`; NaN becomes zero.
  public static func decimal(_ value: Decimal) -> JSONNumber {
    let (isNegative, digits, exponent) = parts(of: value)
    guard digits != "0" else { return JSONNumber(literal: "0") }
    let text = plain(digits, pointAt: digits.count + exponent, wantsFraction: false)
    return JSONNumber(literal: (isNegative ? "-" : "") + text)
  }

  /// Returns the sign, the digits without leading and trailing zeros, and the exponent of the last
  /// digit.
  private static func parts(of value: Decimal) -> (Bool, String, Int) {
    guard value.isFinite, !value.isZero else { return (false, "0", 0) }
    let significand = value.significand.magnitude
    var exponent = value.exponent
    let isNegative = value.sign == .minus
    if significand < 1_000_000_000_000_000_000 {
      var digits = NSDecimalNumber(decimal: significand).int64Value
      while digits % 10 == 0 {
        digits /= 10
        exponent += 1
      }
      return (isNegative, String(digits), exponent)
    }
    var digits = NSDecimalNumber(decimal: significand).stringValue
    while digits.hasSuffix("0") {
      digits.removeLast()
      exponent += 1
    }
    return (isNegative, digits, exponent)
  }

  private static func plain(_ digits: String, pointAt: Int, wantsFraction: Bool) -> String {
    if pointAt <= 0 {
      return "0." + String(repeating: "0", count: -pointAt) + digits
    }
    if pointAt >= digits.count {
      let whole = digits + String(repeating: "0", count: pointAt - digits.count)
      return wantsFraction ? whole + ".0" : whole
    }
    return digits.prefix(pointAt) + "." + digits.dropFirst(pointAt)
  }
}

extension Decimal {
  /// Creates a number from all its digits and the number of those after the point.
  init(_ digits: Int64, places: Int) {
    var (digits, places) = (digits, places)
    // Most amounts end in `.0`, and a decimal of a whole number is made faster.
    while places > 0, digits % 10 == 0 {
      digits /= 10
      places -= 1
    }
    self.init(digits)
    guard places > 0 else { return }
    self = Decimal(sign: .plus, exponent: -places, significand: self)
  }
}
