/// The phases and deadlines of a server's open connections, without sockets and clocks.
///
/// 1. An entry exists from the opening of a connection until just before its descriptor is closed,
///    so a descriptor in the tracker never belongs to another file.
/// 2. `aborted` is final: nothing is sent on an aborted connection.
/// 3. Times are measured from an origin that the caller chooses and are only compared.
struct ConnectionTracker: Sendable {
  enum Phase: Hashable, Sendable {
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
    /// Shut down by the server, with or without a 408 response.
    case aborted(responded: Bool)
  }

  /// A connection to shut down, after a 408 response if a request line had arrived.
  struct Abort: Hashable, Sendable {
    let descriptor: Int32
    let responds: Bool
  }

  private struct Entry {
    let group: String
    var phase: Phase
    var deadline: Duration?
  }

  private let limits: ServerLimits
  private var entries: [Int32: Entry] = [:]
  private var countByGroup: [String: Int] = [:]
  private(set) var isDraining = false

  init(limits: ServerLimits) {
    self.limits = limits
  }

  /// The number of requests that are being read or responded to.
  var runningCount: Int {
    entries.values.count { entry in
      switch entry.phase {
      case .headers, .body, .handling, .responding: true
      case .opened, .idle, .closing, .aborted: false
      }
    }
  }

  func phase(of descriptor: Int32) -> Phase? { entries[descriptor]?.phase }

  /// Adds a connection and returns false if it exceeds a limit, so that its request is refused.
  mutating func open(_ descriptor: Int32, group: String, at now: Duration) -> Bool {
    let isWithinLimits =
      entries.count < limits.connections
      && countByGroup[group, default: 0] < limits.connectionsPerAddress
    entries[descriptor] = Entry(group: group, phase: .opened, deadline: now + limits.headerTimeout)
    countByGroup[group, default: 0] += 1
    return isWithinLimits
  }

  /// Sets the phase of a connection and returns false if the connection was aborted before.
  mutating func advance(_ descriptor: Int32, to phase: Phase, at now: Duration) -> Bool {
    guard var entry = entries[descriptor] else { return false }
    if case .aborted = entry.phase { return false }
    entry.phase = phase
    entry.deadline = timeout(of: phase).map { now + $0 }
    entries[descriptor] = entry
    return true
  }

  mutating func close(_ descriptor: Int32) {
    guard let entry = entries.removeValue(forKey: descriptor) else { return }
    let count = countByGroup[entry.group, default: 1] - 1
    countByGroup[entry.group] = count > 0 ? count : nil
  }

  /// Aborts the connections whose deadline has passed.
  mutating func abortOverdue(at now: Duration) -> [Abort] {
    abort { entry in entry.deadline.map { $0 <= now } ?? false }
  }

  /// Starts draining and aborts the connections without a running request.
  mutating func drain() -> [Abort] {
    isDraining = true
    return abort { entry in entry.phase == .opened || entry.phase == .idle }
  }

  /// Aborts all remaining connections without a response.
  mutating func abortAll() -> [Abort] {
    abort { _ in true }.map { Abort(descriptor: $0.descriptor, responds: false) }
  }

  private mutating func abort(where isDue: (Entry) -> Bool) -> [Abort] {
    var aborts: [Abort] = []
    for (descriptor, entry) in entries where isDue(entry) {
      if case .aborted = entry.phase { continue }
      let responds = entry.phase == .headers || entry.phase == .body
      entries[descriptor]?.phase = .aborted(responded: responds)
      entries[descriptor]?.deadline = nil
      aborts.append(Abort(descriptor: descriptor, responds: responds))
    }
    return aborts
  }

  private func timeout(of phase: Phase) -> Duration? {
    switch phase {
    case .opened, .headers: limits.headerTimeout
    case .body: limits.bodyTimeout
    case .responding: limits.writeTimeout
    case .idle: limits.idleTimeout
    case .handling, .closing, .aborted: nil
    }
  }
}
