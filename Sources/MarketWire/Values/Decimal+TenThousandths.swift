package import Foundation

extension Decimal {
  /// Creates an amount from ten-thousandths of the main unit.
  package init(tenThousandths amount: Int64) {
    self.init(
      sign: amount < 0 ? .minus : .plus, exponent: -4, significand: Decimal(amount.magnitude))
  }

  /// The number in ten-thousandths, or nil if it is not a whole number of them or has more than
  /// 18 significant digits.
  ///
  /// Markets store amounts this way (API 7.2).
  package var tenThousandths: Int64? {
    guard isFinite else { return nil }
    guard !isZero else { return 0 }
    let magnitude = significand.magnitude
    guard magnitude < Decimal(1_000_000_000_000_000_000 as Int64) else { return nil }
    var digits = NSDecimalNumber(decimal: magnitude).int64Value
    var places = exponent + 4
    while places < 0 {
      guard digits % 10 == 0 else { return nil }
      digits /= 10
      places += 1
    }
    while places > 0 {
      let (more, overflow) = digits.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      digits = more
      places -= 1
    }
    return sign == .minus ? -digits : digits
  }
}
