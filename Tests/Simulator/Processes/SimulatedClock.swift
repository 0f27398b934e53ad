import Synchronization

/// The clock of a simulated process. Its time is that of the world, in milliseconds, and moves only
/// while the process waits.
final class SimulatedClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var next = 0
    var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] =
      [:]
    var cancelled: Set<Int> = []
  }

  private let state: Mutex<State>

  init(milliseconds: Int) {
    state = Mutex(State(now: Instant(offset: .milliseconds(milliseconds))))
  }

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .milliseconds(1) }

  /// When the next sleep ends, in milliseconds, rounded up; nil without one.
  var nextDeadline: Int? {
    state.withLock { $0.sleepers.values.map(\.deadline).min() }.map { instant in
      let parts = instant.offset.components
      return Int(parts.seconds) * 1000
        + Int((parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
  }

  func move(to milliseconds: Int) {
    let woken = state.withLock { state in
      state.now = Instant(offset: .milliseconds(milliseconds))
      let due = state.sleepers.filter { $0.value.deadline <= state.now }.sorted { $0.key < $1.key }
      for (id, _) in due { state.sleepers[id] = nil }
      return due.map(\.value.continuation)
    }
    for continuation in woken { continuation.resume() }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(id, deadline, continuation)
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func add(
    _ id: Int, _ deadline: Instant, _ continuation: CheckedContinuation<Void, any Error>
  ) {
    let end: Result<Void, any Error>? = state.withLock { state in
      if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
      if deadline <= state.now { return .success(()) }
      state.sleepers[id] = (deadline, continuation)
      return nil
    }
    if let end { continuation.resume(with: end) }
  }

  private func cancel(_ id: Int) {
    let sleeper = state.withLock { state in
      let sleeper = state.sleepers.removeValue(forKey: id)
      if sleeper == nil { state.cancelled.insert(id) }
      return sleeper
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
