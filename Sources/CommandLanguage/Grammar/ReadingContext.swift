/// What values may depend on besides their words.
public import Foundation

/// The circumstances a value may depend on; nothing here is read from the machine.
public struct ReadingContext: Sendable {
  /// The moment that `today` and `7d` are counted from.
  public let now: Date
  /// The seller's time zone.
  public let timeZone: TimeZone

  public init(now: Date, timeZone: TimeZone) {
    self.now = now
    self.timeZone = timeZone
  }
}
