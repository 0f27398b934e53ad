/// A log that a test can look into.
import Dispatch
import MarketServer
import Synchronization

/// Keeps the entries in the order in which they came.
final class Log: Sendable {
  private let kept = Mutex<[RequestLogEntry]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  var entries: [RequestLogEntry] { kept.withLock { $0 } }

  var add: @Sendable (RequestLogEntry) -> Void {
    { entry in
      self.kept.withLock { $0.append(entry) }
      self.arrivals.signal()
    }
  }

  /// Waits for `count` entries, ten seconds for each at most.
  func wait(for count: Int) {
    for _ in 0..<count { _ = arrivals.wait(timeout: .now() + 10) }
  }
}
