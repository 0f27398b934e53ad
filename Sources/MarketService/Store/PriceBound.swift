public import Foundation

/// The price bounds of filters in the unit of stores.
public enum PriceBound {
  /// The nearest amount in ten-thousandths, rounded in `direction`.
  public static func tenThousandths(
    _ amount: Decimal, _ direction: NSDecimalNumber.RoundingMode
  ) -> Int64 {
    // Amounts have 12 digits before the decimal point, so a bound of 14 digits exceeds them all.
    let bound = Decimal(sign: .plus, exponent: 14, significand: 1)
    guard amount < bound else { return .max }
    guard amount > -bound else { return .min }
    var rounded = Decimal()
    var source = amount
    NSDecimalRound(&rounded, &source, 4, direction)
    return Int64(NSDecimalNumber(decimal: rounded * 10_000).stringValue) ?? 0
  }
}
