public import Foundation

extension MarketSummary {
  /// The number of listings in a range of prices.
  public struct PriceBin: Hashable, Sendable {
    /// The lower bound, inclusive.
    public var from: Decimal
    /// The upper bound, exclusive.
    public var to: Decimal
    /// The number of listings.
    public var count: Int
  }
}

/// Chooses round bounds for a histogram of prices.
///
/// Prices within a factor of 20 get bins of the same width. Otherwise the bounds are 1, 2 and 5 times
/// powers of ten, so that a few expensive listings do not put all others into one bin.
enum PriceBins {
  private static let mostBins = 12

  /// Returns the bounds from the first to after the last price, at least two.
  ///
  /// - Parameters:
  ///   - lowest: The lowest price above 0, or 0 if all are 0.
  ///   - hasZero: Whether there are prices of 0.
  static func bounds(lowest: Decimal, highest: Decimal, hasZero: Bool) -> [Decimal] {
    guard highest > 0, lowest > 0 else { return [0, 1] }
    if highest <= lowest * 20 {
      let step = roundStep(highest - (hasZero ? 0 : lowest), atLeast: highest)
      let first = hasZero ? 0 : floor(lowest, to: step)
      return through(highest, from: first) { $0 + step }
    }
    let exponent = Self.exponent(lowest)
    var bounds: [Decimal] = []
    for power in exponent...(Self.exponent(highest) + 1) {
      for factor in [1, 2, 5] { bounds.append(Decimal(factor) * power10(power)) }
    }
    let first = bounds.lastIndex { $0 <= lowest } ?? 0
    let last = bounds.firstIndex { $0 > highest } ?? bounds.count - 1
    bounds = Array(bounds[first...last])
    if bounds.count > mostBins {
      bounds = (exponent...(Self.exponent(highest) + 1)).map(power10)
    }
    return hasZero ? [0] + bounds : bounds
  }

  /// The step for at most ten bins: 1, 2 or 5 times a power of ten.
  private static func roundStep(_ span: Decimal, atLeast price: Decimal) -> Decimal {
    // Equal prices get one bin.
    guard span > 0 else { return power10(exponent(price)) }
    let least = span / 10
    let power = power10(exponent(least))
    return [1, 2, 5, 10].map { Decimal($0) * power }.first { $0 >= least } ?? power * 10
  }

  private static func floor(_ value: Decimal, to step: Decimal) -> Decimal {
    var quotient = value / step
    var whole = Decimal()
    NSDecimalRound(&whole, &quotient, 0, .down)
    return whole * step
  }

  private static func through(
    _ highest: Decimal, from first: Decimal, _ next: (Decimal) -> Decimal
  ) -> [Decimal] {
    var bounds = [first, next(first)]
    while let last = bounds.last, last <= highest, bounds.count <= mostBins {
      bounds.append(next(last))
    }
    return bounds
  }

  /// The exponent of the greatest power of ten that is not above a positive value.
  private static func exponent(_ value: Decimal) -> Int {
    var exponent = 0
    while power10(exponent) > value, exponent > -20 { exponent -= 1 }
    while power10(exponent + 1) <= value, exponent < 30 { exponent += 1 }
    return exponent
  }

  private static func power10(_ exponent: Int) -> Decimal {
    Decimal(sign: .plus, exponent: exponent, significand: 1)
  }
}
