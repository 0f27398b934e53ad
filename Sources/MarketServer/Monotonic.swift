/// Time since some moment of the machine's, for measuring intervals only.
import Dispatch

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum Monotonic {
  static func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}

extension Duration {
  /// Whole microseconds, rounded down.
  var microseconds: Int {
    let parts = components
    return Int(parts.seconds) * 1_000_000 + Int(parts.attoseconds / 1_000_000_000_000)
  }

  var dispatchInterval: DispatchTimeInterval { .microseconds(microseconds) }
}
