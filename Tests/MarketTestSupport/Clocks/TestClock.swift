import Synchronization
public import Testing

/// A clock that advances only when a test moves it, so that tests never wait.
public final class TestClock: Clock, Sendable {
  public struct Instant: InstantProtocol {
    public var offset: Duration

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var nextID = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var sleeps: [Duration] = []
  }

  private let jumps: Bool
  private let state = Mutex(State())

  /// - Parameter jumps: whether a sleep advances the clock to its deadline and returns at once.
  ///   Otherwise it lasts until ``advance(by:)``.
  public init(jumps: Bool = false) {
    self.jumps = jumps
  }

  public var now: Instant { state.withLock { $0.now } }
  public var minimumResolution: Duration { .nanoseconds(1) }
  /// The durations of all sleeps so far, in order.
  public var sleeps: [Duration] { state.withLock { $0.sleeps } }

  /// Advances the clock and wakes the sleeps whose deadline has passed.
  public func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let woken = state.sleepers.filter { $0.deadline <= state.now }
      state.sleepers.removeAll { $0.deadline <= state.now }
      return woken
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }

  /// Waits until at least `count` tasks are asleep.
  public func waitForSleepers(
    _ count: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await waitUntil("\(count) tasks sleep on the clock", sourceLocation: sourceLocation) {
      state.withLock { $0.sleepers.count >= count }
    }
  }

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    let id = state.withLock { state in
      state.sleeps.append(state.now.duration(to: deadline))
      state.nextID += 1
      if jumps { state.now = max(state.now, deadline) }
      return state.nextID
    }
    if jumps { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(Sleeper(id: id, deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func add(_ sleeper: Sleeper) {
    enum Outcome { case asleep, expired, cancelled }
    let outcome = state.withLock { state in
      if state.cancelled.remove(sleeper.id) != nil { return Outcome.cancelled }
      guard sleeper.deadline > state.now else { return .expired }
      state.sleepers.append(sleeper)
      return .asleep
    }
    switch outcome {
    case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
    case .expired: sleeper.continuation.resume()
    case .asleep: break
    }
  }

  private func cancel(_ id: Int) {
    let sleeper: Sleeper? = state.withLock { state in
      guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
