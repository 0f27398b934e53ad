/// What a connection is doing.
enum ConnectionPhase: Hashable, Sendable, CaseIterable {
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

/// The phase of a connection, and its deadline.
struct ConnectionState: Sendable {
  var phase = ConnectionPhase.opened
  /// Whether the connection has had a response before.
  var hasServed = false
  /// The time at which the connection is shut down, in nanoseconds from the start of the clock.
  var deadline: Int?
}
