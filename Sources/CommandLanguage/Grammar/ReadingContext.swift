public import Foundation

/// What a value can depend on besides its word.
public struct ReadingContext: Sendable {
  /// The moment that `today` and `7d` refer to.
  public let now: Date
  /// The seller's time zone.
  public let timeZone: TimeZone

  public init(now: Date, timeZone: TimeZone) {
    self.now = now
    self.timeZone = timeZone
  }
}
