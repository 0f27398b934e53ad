import MarketWire
import Synchronization

/// A limit of 10 wrong secrets per minute and identifier (API 8.4).
///
/// The failures are kept in memory, for a limited number of identifiers.
final class LoginThrottle: Sendable {
  static let limit = 10
  /// The period in milliseconds.
  static let window: Int64 = 60_000
  /// The maximum number of identifiers.
  static let capacity = 4096

  /// The times of wrong secrets in milliseconds, by the hash of the identifier.
  private let failures = Mutex<[[UInt8]: [Int64]]>([:])

  /// Throws 429 if the limit of the identifier is reached.
  func check(_ identifierHash: [UInt8], at date: WireDate) throws(ServiceRefusal) {
    let times = failures.withLock { $0[identifierHash] ?? [] }
      .filter { Self.isRecent($0, at: date) }
    guard times.count >= Self.limit, let first = times.first else { return }
    let wait = max(1, (first + Self.window - date.milliseconds + 999) / 1000)
    throw ServiceRefusal(
      429, "too many wrong secrets: try again in \(wait) s",
      headers: [.retryAfter: String(wait)])
  }

  /// Records a wrong secret.
  func recordFailure(_ identifierHash: [UInt8], at date: WireDate) {
    failures.withLock { failures in
      if failures.count >= Self.capacity, failures[identifierHash] == nil {
        Self.evict(&failures, date)
      }
      var times = (failures[identifierHash] ?? []).filter { Self.isRecent($0, at: date) }
      times.append(date.milliseconds)
      failures[identifierHash] = Array(times.suffix(Self.limit))
    }
  }

  /// Times in the future do not count, so a clock that is set back locks no account.
  private static func isRecent(_ time: Int64, at date: WireDate) -> Bool {
    time <= date.milliseconds && time > date.milliseconds - window
  }

  /// Removes expired entries, and the older half if that is not enough.
  private static func evict(_ failures: inout [[UInt8]: [Int64]], _ date: WireDate) {
    failures = failures.filter { $0.value.contains { isRecent($0, at: date) } }
    guard failures.count >= capacity else { return }
    let byAge = failures.sorted { ($0.value.last ?? 0) > ($1.value.last ?? 0) }
    failures = Dictionary(
      byAge.prefix(capacity / 2).map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first }
    )
  }
}
