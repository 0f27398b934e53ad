import Dispatch
import Synchronization

/// A signal handler that calls closures on a dispatch queue until it is deallocated.
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
