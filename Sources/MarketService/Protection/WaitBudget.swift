import Dispatch

/// The remaining time that a request may wait, shared by all its waits.
struct WaitBudget {
  private var remaining: Duration

  init(_ limit: Duration) { remaining = limit }

  /// Calls `wait` with the deadline, and subtracts the time that the call took.
  ///
  /// - Returns: the result of `wait`.
  mutating func spend(_ wait: (_ deadline: DispatchTime) -> Bool) -> Bool {
    let start = DispatchTime.now()
    let limit = Int(clamping: max(0, remaining.nanoseconds))
    let isDone = wait(start + .nanoseconds(limit))
    let end = DispatchTime.now()
    remaining -= .nanoseconds(Int64(clamping: end.uptimeNanoseconds - start.uptimeNanoseconds))
    return isDone
  }
}

extension Duration {
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return min(seconds, 1_000_000) * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
