import Synchronization

/// The bounds of each account of a served market (API 8.4).
public struct AccountLimits: Hashable, Sendable {
  /// The maximum number of listings.
  public var listings = 20_000
  /// The maximum number of bytes of all pictures.
  public var bytes = 5_000_000_000
  /// The maximum number of listings that are added in one minute of the clock, through one server.
  public var addsPerMinute = 6_000
  /// While the disk has less free space than this, only accounts with at most `smallBytes` may add.
  public var reserve: Int64 = 1_000_000_000
  /// The bytes that an account may have to use the reserve.
  public var smallBytes = 100_000_000

  public init() {}

  /// Throws 507 if an account that has `usage` may not add `count` listings with `bytes` of pictures.
  ///
  /// - Parameter free: the free bytes of the disk; nil if unknown.
  func check(
    _ usage: AccountUsage, listings count: Int = 1, adding bytes: Int = 0, free: Int64?
  ) throws(ServiceRefusal) {
    guard usage.listings + count <= listings else { throw .tooManyListings(limit: listings) }
    guard usage.bytes + bytes <= self.bytes else { throw .tooManyBytes(limit: self.bytes) }
    if let free, free < reserve, usage.bytes + bytes > smallBytes { throw .reserveForOthers }
  }
}

/// The number of listings that each account has added in the current minute.
final class AddCounter: Sendable {
  private struct State {
    var minute: Int64 = 0
    var counts: [Int: Int] = [:]
  }

  private let state = Mutex(State())

  /// Counts an add; returns the seconds to wait if there were `limit` in this minute.
  func add(of vendor: Int, at milliseconds: Int64, limit: Int) -> Int64? {
    state.withLock { state in
      let minute = milliseconds / 60_000
      if state.minute != minute { state = State(minute: minute) }
      guard state.counts[vendor, default: 0] < limit else {
        return 60 - milliseconds % 60_000 / 1000
      }
      state.counts[vendor, default: 0] += 1
      return nil
    }
  }
}
