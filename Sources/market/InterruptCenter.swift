/// Ctrl-C and SIGTERM for the whole process.
import Dispatch
import Foundation
import MarketCommands
import Synchronization

/// Tells whoever watches; without a watcher, or at the second signal for the same watchers, the
/// process ends.
final class InterruptCenter: Sendable {
  private struct State {
    var watchers: [Int: @Sendable () -> Void] = [:]
    var next = 0
    /// Signals since a watcher came or went.
    var count = 0
    /// SIGTERM came: what runs is cancelled as by Ctrl-C, and nothing new begins.
    var isEnding = false
  }

  private let state = Mutex(State())
  private let end: @Sendable () -> Void

  /// - Parameter end: gives the terminal back and ends the process.
  init(end: @escaping @Sendable () -> Void) {
    self.end = end
    let queue = DispatchQueue(label: "signals")
    for number in [SIGINT, SIGTERM] {
      // The default would end the process before the source is asked.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      // The source lives as long as the process: it holds itself by its own handler.
      source.setEventHandler { [weak self, source] in
        withExtendedLifetime(source) {}
        self?.deliver(number)
      }
      source.activate()
    }
  }

  func watch(_ handler: @escaping @Sendable () -> Void) -> InterruptWatch {
    let (key, isEnding) = state.withLock { state in
      state.next += 1
      state.count = 0
      state.watchers[state.next] = handler
      return (state.next, state.isEnding)
    }
    if isEnding { end() }
    return InterruptWatch { [weak self] in
      self?.state.withLock { state in
        state.watchers[key] = nil
        state.count = 0
      }
    }
  }

  private func deliver(_ number: Int32) {
    let handlers: [@Sendable () -> Void]? = state.withLock { state in
      state.count += 1
      if number == SIGTERM { state.isEnding = true }
      return state.watchers.isEmpty || state.count > 1 ? nil : Array(state.watchers.values)
    }
    guard let handlers else { return end() }
    for handler in handlers { handler() }
  }
}
