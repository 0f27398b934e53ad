public import Foundation
public import MarketWire

/// What a value can depend on besides its word.
public struct ReadingContext: Sendable {
  /// The moment that `today` and `7d` refer to.
  public let now: Date
  /// The seller's time zone.
  public let timeZone: TimeZone

  /// The currency of amounts without one; nil if it is not known.
  public var currency: Currency?

  public init(now: Date, timeZone: TimeZone, currency: Currency? = nil) {
    self.currency = currency
    self.now = now
    self.timeZone = timeZone
  }
}
