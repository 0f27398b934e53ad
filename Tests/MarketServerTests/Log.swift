import Dispatch
import MarketServer
import Synchronization

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

  /// Waits for `count` entries, at most 10 s for each.
  func wait(for count: Int) {
    for _ in 0..<count { _ = arrivals.wait(timeout: .now() + 10) }
  }
}
