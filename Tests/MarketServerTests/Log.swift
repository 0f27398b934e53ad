import Dispatch
import MarketServer
import MarketTestSupport
import Synchronization
import Testing

/// A log that collects its entries in order.
final class Log: Sendable {
  private let collected = Mutex<[RequestLogEntry]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  var entries: [RequestLogEntry] { collected.withLock { $0 } }

  var add: @Sendable ([RequestLogEntry]) -> Void {
    { entries in
      self.collected.withLock { $0 += entries }
      for _ in entries { self.arrivals.signal() }
    }
  }

  /// Waits for `count` entries.
  func wait(for count: Int) {
    for _ in 0..<count { arrivals.wait(until: "a request is logged") }
  }
}
