import Synchronization

/// The result of work on another thread, for any number of tasks that wait for it.
///
/// Unlike a task, it completes without the cooperative thread pool: no thread is woken before a task
/// waits for the result.
public final class PendingValue<Value: Sendable>: Sendable {
  private enum State {
    case running([CheckedContinuation<Value, Never>])
    case complete(Value)
  }

  private let state = Mutex(State.running([]))

  init() {}

  /// The result, as soon as it is there.
  public var value: Value {
    get async {
      if case .complete(let value) = state.withLock(\.self) { return value }
      return await withCheckedContinuation { continuation in
        let value: Value? = state.withLock { state in
          switch state {
          case .complete(let value): return value
          case .running(let waiting):
            state = .running(waiting + [continuation])
            return nil
          }
        }
        if let value { continuation.resume(returning: value) }
      }
    }
  }

  func complete(_ value: Value) {
    let waiting: [CheckedContinuation<Value, Never>] = state.withLock { state in
      defer { state = .complete(value) }
      if case .running(let waiting) = state { return waiting }
      return []
    }
    for continuation in waiting { continuation.resume(returning: value) }
  }
}

extension ThreadPool {
  /// Starts blocking work on a thread of the pool.
  public func begin<R: Sendable>(_ work: @escaping @Sendable () -> R) -> PendingValue<R> {
    let pending = PendingValue<R>()
    submit { pending.complete(work()) }
    return pending
  }
}
