import Dispatch

extension Duration {
  /// Whole microseconds, rounded down.
  var microseconds: Int {
    let parts = components
    return Int(parts.seconds) * 1_000_000 + Int(parts.attoseconds / 1_000_000_000_000)
  }

  var dispatchInterval: DispatchTimeInterval { .microseconds(microseconds) }
}
