import Synchronization

/// What a connection is doing.
enum ConnectionPhase: UInt64, Hashable, Sendable, CaseIterable {
  /// Connected; no request line has arrived.
  case opened
  /// Between the request line and the end of the headers.
  case headers
  case body
  /// The handler runs, without a time limit.
  case handling
  case responding
  /// Kept open after a response.
  case idle
  /// Refused; further bytes are discarded for a short time.
  case closing
  /// Shut down by the server without a response.
  case aborted
  /// Shut down by the server after a 408 response.
  case timedOut

  /// Whether the server shut the connection down.
  var isAborted: Bool { self == .aborted || self == .timedOut }

  /// Whether a request is being read or responded to.
  var isRunning: Bool {
    switch self {
    case .headers, .body, .handling, .responding: true
    case .opened, .idle, .closing, .aborted, .timedOut: false
    }
  }

  /// Whether a client that takes too long gets 408, because its request line has arrived.
  var respondsToTimeout: Bool { self == .headers || self == .body }
}

/// The phase of a connection, its deadline, and whether it was ever idle, in one word that threads
/// replace at once.
struct ConnectionState: Hashable, Sendable, RawRepresentable, AtomicRepresentable {
  /// From the lowest bit: 4 bits of phase, 1 bit of `hasServed`, 59 bits of deadline.
  let rawValue: UInt64

  init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// - Parameter deadline: nanoseconds from the start of the clock, at most 18 years; nil for none.
  init(_ phase: ConnectionPhase, hasServed: Bool, deadline: Int?) {
    let time = deadline.map { min(UInt64(max(0, $0)), Self.noDeadline - 1) } ?? Self.noDeadline
    rawValue = time << 5 | (hasServed ? 16 : 0) | phase.rawValue
  }

  var phase: ConnectionPhase { ConnectionPhase(rawValue: rawValue & 15) ?? .aborted }

  /// Whether the connection has had a response before.
  var hasServed: Bool { rawValue & 16 != 0 }

  /// The time at which the connection is shut down, in nanoseconds from the start of the clock.
  var deadline: Int? {
    let time = rawValue >> 5
    return time == Self.noDeadline ? nil : Int(time)
  }

  private static let noDeadline: UInt64 = 1 << 59 - 1
}
