package import Dispatch
import Synchronization

/// A signal handler that calls closures on a dispatch queue until it is deallocated.
package final class SignalWatch: Sendable {
  private let sources: Mutex<[any DispatchSourceSignal]>

  /// Returns when the signals are watched: until a source is registered, its signal has the action
  /// that it had before, which may end the process, or it would be lost.
  package init(
    _ handlers: [Int32: @Sendable () -> Void],
    on queue: DispatchQueue = DispatchQueue(label: "signals")
  ) {
    let registered = DispatchGroup()
    sources = Mutex(
      handlers.map { number, handler in
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler(handler: handler)
        registered.enter()
        source.setRegistrationHandler { registered.leave() }
        source.activate()
        return source
      })
    _ = registered.wait(timeout: .now() + .seconds(2))
  }

  deinit {
    sources.withLock { for source in $0 { source.cancel() } }
  }
}
