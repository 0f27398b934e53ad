/// Signals as calls of closures, outside any signal handler.
import Dispatch
import Synchronization

/// Calls closures at signals until it is let go.
final class SignalWatch: Sendable {
  private let sources: Mutex<[any DispatchSourceSignal]>

  init(_ handlers: [Int32: @Sendable () -> Void]) {
    let queue = DispatchQueue(label: "terminal signals")
    sources = Mutex(
      handlers.map { number, handler in
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler(handler: handler)
        source.activate()
        return source
      })
  }

  deinit {
    sources.withLock { for source in $0 { source.cancel() } }
  }
}
