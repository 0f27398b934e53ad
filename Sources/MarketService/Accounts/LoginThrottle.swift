/// Slows down guessing of secrets: 10 wrong ones a minute for an identifier (API 8).
import MarketWire
import Synchronization

/// Remembers wrong secrets for a minute, in memory and for a bounded number of identifiers.
final class LoginThrottle: Sendable {
  static let limit = 10
  static let window: Int64 = 60_000
  /// Identifiers that are remembered at once.
  static let capacity = 4096

  /// Moments of wrong secrets in milliseconds, by the hash of the identifier.
  private let wrong = Mutex<[[UInt8]: [Int64]]>([:])

  /// Fails with 429 when the identifier has had its wrong secrets for this minute.
  func check(_ identifierHash: [UInt8], at date: WireDate) throws(ServiceRefusal) {
    let moments = wrong.withLock { $0[identifierHash] ?? [] }
      .filter { Self.isRecent($0, at: date) }
    guard moments.count >= Self.limit, let first = moments.first else { return }
    let wait = max(1, (first + Self.window - date.milliseconds + 999) / 1000)
    throw ServiceRefusal(
      429, "too many wrong secrets: try again in \(wait) s",
      headers: [.retryAfter: String(wait)])
  }

  /// Notes a wrong secret.
  func recordFailure(_ identifierHash: [UInt8], at date: WireDate) {
    wrong.withLock { wrong in
      if wrong.count >= Self.capacity, wrong[identifierHash] == nil { Self.makeRoom(&wrong, date) }
      var moments = (wrong[identifierHash] ?? []).filter { Self.isRecent($0, at: date) }
      moments.append(date.milliseconds)
      wrong[identifierHash] = Array(moments.suffix(Self.limit))
    }
  }

  /// A clock that was set back must not lock anybody out, so moments in the future do not count.
  private static func isRecent(_ moment: Int64, at date: WireDate) -> Bool {
    moment <= date.milliseconds && moment > date.milliseconds - window
  }

  /// Drops what is over, and half of the rest where that is not enough.
  private static func makeRoom(_ wrong: inout [[UInt8]: [Int64]], _ date: WireDate) {
    wrong = wrong.filter { $0.value.contains { isRecent($0, at: date) } }
    guard wrong.count >= capacity else { return }
    let byAge = wrong.sorted { ($0.value.last ?? 0) > ($1.value.last ?? 0) }
    wrong = Dictionary(
      byAge.prefix(capacity / 2).map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first }
    )
  }
}
