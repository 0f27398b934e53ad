/// What each connection is doing and until when it may: decides, but touches no socket and no clock.

/// The open connections of a server.
///
/// 1. An entry lives from the opening of a connection until just before its descriptor is closed,
///    so a descriptor in the ledger never belongs to anything else.
/// 2. `cut` is final: a connection that was cut is never spoken to again.
/// 3. Times are measured from an origin of the caller's and only compared with each other.
struct ConnectionTracker: Sendable {
  enum Phase: Hashable, Sendable {
    /// Connected; no request line yet.
    case opened
    /// Between the request line and the end of the headers.
    case headers
    case body
    /// The handler runs; no limit of ours.
    case handling
    case answering
    /// Kept open after an answer.
    case idle
    /// Refused; what still comes is thrown away for a while.
    case closing
    /// Shut down by us, with or without an answer 408.
    case cut(answered: Bool)
  }

  /// A connection to be shut down, after a 408 if a request line had come.
  struct Cut: Hashable, Sendable {
    let descriptor: Int32
    let isAnswered: Bool
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

  /// How many requests are being read or answered.
  var runningCount: Int {
    entries.values.count { entry in
      switch entry.phase {
      case .headers, .body, .handling, .answering: true
      case .opened, .idle, .closing, .cut: false
      }
    }
  }

  func phase(of descriptor: Int32) -> Phase? { entries[descriptor]?.phase }

  /// Enters a connection; false if it is one too many and its request is to be refused.
  mutating func open(_ descriptor: Int32, group: String, at now: Duration) -> Bool {
    let isWithinLimits =
      entries.count < limits.connections
      && countByGroup[group, default: 0] < limits.connectionsPerAddress
    entries[descriptor] = Entry(group: group, phase: .opened, deadline: now + limits.headerTimeout)
    countByGroup[group, default: 0] += 1
    return isWithinLimits
  }

  /// Notes what a connection does next; false if it was cut, then nothing may be sent any more.
  mutating func advance(_ descriptor: Int32, to phase: Phase, at now: Duration) -> Bool {
    guard var entry = entries[descriptor] else { return false }
    if case .cut = entry.phase { return false }
    entry.phase = phase
    entry.deadline = timeAllowed(in: phase).map { now + $0 }
    entries[descriptor] = entry
    return true
  }

  mutating func close(_ descriptor: Int32) {
    guard let entry = entries.removeValue(forKey: descriptor) else { return }
    let count = countByGroup[entry.group, default: 1] - 1
    countByGroup[entry.group] = count > 0 ? count : nil
  }

  /// Takes out the connections whose time is over.
  mutating func abortOverdue(at now: Duration) -> [Cut] {
    cut { entry in entry.deadline.map { $0 <= now } ?? false }
  }

  /// Begins the end: nobody is waited for who has not begun a request.
  mutating func drain() -> [Cut] {
    isDraining = true
    return cut { entry in entry.phase == .opened || entry.phase == .idle }
  }

  /// Takes out all that are left.
  mutating func abortAll() -> [Cut] {
    cut { _ in true }.map { Cut(descriptor: $0.descriptor, isAnswered: false) }
  }

  private mutating func cut(where isDue: (Entry) -> Bool) -> [Cut] {
    var cuts: [Cut] = []
    for (descriptor, entry) in entries where isDue(entry) {
      if case .cut = entry.phase { continue }
      let isAnswered = entry.phase == .headers || entry.phase == .body
      entries[descriptor]?.phase = .cut(answered: isAnswered)
      entries[descriptor]?.deadline = nil
      cuts.append(Cut(descriptor: descriptor, isAnswered: isAnswered))
    }
    return cuts
  }

  private func timeAllowed(in phase: Phase) -> Duration? {
    switch phase {
    case .opened, .headers: limits.headerTimeout
    case .body: limits.bodyTimeout
    case .answering: limits.writeTimeout
    case .idle: limits.idleTimeout
    case .handling, .closing, .cut: nil
    }
  }
}
