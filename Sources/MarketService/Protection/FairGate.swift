import Dispatch
import Synchronization

/// A limit for the callers that run at the same time, in all and per key; others wait in line.
///
/// 1. At most `places` callers are inside, and at most `perKey` of each key.
/// 2. The key that was served longest ago is served next, so no key can starve another.
/// 3. At most `waiting` callers wait. If there are more, the last one of the key with the most
///    waiting callers is refused.
final class FairGate: Sendable {
  private final class Waiter: Sendable {
    let key: String
    let semaphore = DispatchSemaphore(value: 0)
    let isRefused = Atomic<Bool>(false)

    init(_ key: String) { self.key = key }
  }

  private struct State {
    var inside: [String: Int] = [:]
    var count = 0
    var waiters: [Waiter] = []
    /// The turn in which a key was last served, for keys that are inside or waiting.
    var lastTurn: [String: Int] = [:]
    var turn = 0
  }

  private let places: Int
  private let perKey: Int
  private let waiting: Int
  private let state = Mutex(State())

  init(places: Int = .max, perKey: Int = .max, waiting: Int = 64) {
    self.places = places
    self.perKey = perKey
    self.waiting = waiting
  }

  /// Enters, after waiting until the deadline if necessary.
  ///
  /// - Returns: False if the caller was refused. Otherwise it must call ``leave(_:)``.
  func enter(_ key: String, until deadline: DispatchTime) -> Bool {
    let waiter = Waiter(key)
    state.withLock { state in
      state.waiters.append(waiter)
      serve(&state)
      refuseSurplus(&state)
    }
    if waiter.semaphore.wait(timeout: deadline) == .timedOut {
      let isRemoved = state.withLock { remove(waiter, &$0) }
      if isRemoved { return false }
    }
    return !waiter.isRefused.load(ordering: .relaxed)
  }

  /// Leaves and lets the next caller in.
  func leave(_ key: String) {
    state.withLock { state in
      state.count -= 1
      state.inside[key, default: 1] -= 1
      if state.inside[key] == 0 { state.inside[key] = nil }
      forget(key, &state)
      serve(&state)
    }
  }

  /// The number of waiting callers.
  var waitingCount: Int { state.withLock { $0.waiters.count } }

  private func serve(_ state: inout State) {
    while state.count < places {
      let next = state.waiters.filter { state.inside[$0.key, default: 0] < perKey }
        .min { state.lastTurn[$0.key, default: 0] < state.lastTurn[$1.key, default: 0] }
      guard let next, remove(next, &state) else { return }
      state.count += 1
      state.inside[next.key, default: 0] += 1
      state.turn += 1
      state.lastTurn[next.key] = state.turn
      next.semaphore.signal()
    }
  }

  private func refuseSurplus(_ state: inout State) {
    guard state.waiters.count > waiting else { return }
    let counts = Dictionary(state.waiters.map { ($0.key, 1) }, uniquingKeysWith: +)
    let most = counts.values.max()
    guard let last = state.waiters.last(where: { counts[$0.key] == most }) else { return }
    _ = remove(last, &state)
    last.isRefused.store(true, ordering: .relaxed)
    last.semaphore.signal()
  }

  private func remove(_ waiter: Waiter, _ state: inout State) -> Bool {
    guard let index = state.waiters.firstIndex(where: { $0 === waiter }) else { return false }
    state.waiters.remove(at: index)
    forget(waiter.key, &state)
    return true
  }

  /// Forgets the turn of a key that is neither inside nor waiting.
  private func forget(_ key: String, _ state: inout State) {
    guard state.inside[key] == nil, !state.waiters.contains(where: { $0.key == key }) else {
      return
    }
    state.lastTurn[key] = nil
  }
}
