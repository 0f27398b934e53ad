import Dispatch

extension Duration {
  /// Whole nanoseconds, rounded down.
  var wholeNanoseconds: Int {
    let parts = components
    return Int(parts.seconds) * 1_000_000_000 + Int(parts.attoseconds / 1_000_000_000)
  }

  /// Whole microseconds, rounded down.
  var microseconds: Int { wholeNanoseconds / 1000 }

  var dispatchInterval: DispatchTimeInterval { .microseconds(microseconds) }
}
