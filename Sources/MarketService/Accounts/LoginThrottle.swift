import Digest
import MarketWire
import Synchronization

/// A limit of 10 wrong secrets per minute for an identifier and address group, and of 100 for an
/// address (API 8.4).
///
/// The failures are counted in tables of fixed size. An attacker cannot flush them with invented
/// identifiers, nor predict which counters share a place, because the places depend on a salt.
///
/// Addresses have a table of their own: their counters are high, and one of them would lock every
/// identifier that shares its place.
final class LoginThrottle: Sendable {
  static let limit: UInt64 = 10
  static let addressLimit: UInt64 = 100
  /// The period in seconds, from the first failure on.
  static let window: Int64 = 60
  /// The days for which an address group is known to have used the right secret.
  static let knownDays: UInt64 = 30

  /// The tables of the counters.
  private enum Table: Int {
    /// The start of the period in seconds, times 2^16, plus the number of failures.
    case guesses = 1
    /// The same for addresses.
    case addresses
    /// A tag of identifier and group, times 2^24, plus the day of the last right secret.
    case known
  }

  private let counters: any SharedCounters

  init(_ counters: any SharedCounters) { self.counters = counters }

  /// The places of an attempt in the tables.
  struct Attempt {
    fileprivate let guess: Int
    fileprivate let address: Int
    fileprivate let known: Int
    fileprivate let tag: UInt64
  }

  func attempt(_ identifierHash: [UInt8], from client: ClientAddress) -> Attempt {
    let pair = place(1, client.group, identifierHash)
    return Attempt(
      guess: pair.index, address: place(2, client.network, []).index,
      known: place(3, client.group, identifierHash).index, tag: pair.tag)
  }

  /// The seconds until the next attempt is allowed; nil if it is allowed now.
  func wait(_ attempt: Attempt, at date: WireDate) throws -> Int64? {
    let now = date.milliseconds / 1000
    let waits = try [
      (value(attempt.guess, .guesses), Self.limit),
      (value(attempt.address, .addresses), Self.addressLimit),
    ].compactMap { value, limit -> Int64? in
      let (start, count) = Self.period(value, now)
      return count >= limit ? start + Self.window - now : nil
    }
    return waits.max().map { max(1, $0) }
  }

  /// Records a wrong secret or an unknown identifier.
  func recordFailure(_ attempt: Attempt, at date: WireDate) throws {
    let now = date.milliseconds / 1000
    for (table, index) in [(Table.guesses, attempt.guess), (.addresses, attempt.address)] {
      try counters.update(index, in: table.rawValue) { value in
        let (start, count) = Self.period(value, now)
        return UInt64(clamping: start) << 16 | min(count + 1, 0xFFFF)
      }
    }
  }

  /// Records a right secret.
  func recordSuccess(_ attempt: Attempt, at date: WireDate) throws {
    // Most sellers have used their secret today already, so nothing is written.
    let value = attempt.tag << 24 | Self.day(date)
    guard try self.value(attempt.known, .known) != value else { return }
    try counters.update(attempt.known, in: Table.known.rawValue) { _ in value }
  }

  /// Whether the address group has used the right secret within 30 days.
  func isKnown(_ attempt: Attempt, at date: WireDate) throws -> Bool {
    let value = try value(attempt.known, .known)
    let (used, today) = (value & 0xFF_FFFF, Self.day(date))
    return value != 0 && value >> 24 == attempt.tag & 0xFF_FFFF_FFFF && used <= today
      && today - used <= Self.knownDays
  }

  /// The period of a counter, or a new one.
  ///
  /// A period in the future does not count, so a clock that is set back locks no account.
  private static func period(_ value: UInt64, _ now: Int64) -> (start: Int64, count: UInt64) {
    let start = Int64(value >> 16)
    return start <= now && now < start + window ? (start, value & 0xFFFF) : (max(0, now), 0)
  }

  private func value(_ index: Int, _ table: Table) throws -> UInt64 {
    try counters.value(index, in: table.rawValue)
  }

  private static func day(_ date: WireDate) -> UInt64 {
    UInt64(clamping: date.milliseconds / 86_400_000) & 0xFF_FFFF
  }

  private func place(_ kind: UInt8, _ address: String, _ hash: [UInt8]) -> (index: Int, tag: UInt64)
  {
    let digest = Digest.sha256(counters.salt + [kind] + Array(address.utf8) + [0] + hash)
    let tag = digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    let index = digest.dropFirst(8).prefix(2).reduce(0) { $0 << 8 | Int($1) }
    return (index, tag >> 24)
  }
}

/// The counters of a process that shares them with no other one.
///
/// They are spread over 256 locks for each table, so that two threads rarely meet. Memory is used from
/// the first number on: most markets are on the seller's own machine and count nothing.
final class LocalCounters: SharedCounters {
  private final class Shard: Sendable {
    let values = Mutex<[UInt64]>([])
  }

  let salt: [UInt8]
  private let shards = (0..<4 * 256).map { _ in Shard() }

  init(salt: [UInt8]) { self.salt = salt }

  func value(_ index: Int, in table: Int) -> UInt64 {
    shards[table << 8 | index >> 8].values.withLock { $0.isEmpty ? 0 : $0[index & 255] }
  }

  func update(_ index: Int, in table: Int, _ change: (UInt64) -> UInt64) {
    shards[table << 8 | index >> 8].values.withLock { values in
      if values.isEmpty { values = Array(repeating: 0, count: 256) }
      values[index & 255] = change(values[index & 255])
    }
  }
}
