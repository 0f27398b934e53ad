/// Ctrl-C, SIGTERM and SIGHUP for the whole process.
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
    /// Programs that have the terminal for themselves: a Ctrl-C is theirs.
    var guests = 0
    /// SIGTERM or SIGHUP came: what runs is cancelled as by Ctrl-C, and nothing new begins.
    var isEnding = false
  }

  private let state = Mutex(State())
  private let end: @Sendable () -> Void

  /// - Parameter end: gives the terminal back and ends the process.
  init(end: @escaping @Sendable () -> Void) {
    self.end = end
    let queue = DispatchQueue(label: "signals")
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // The default would end the process before the source is asked.
      let before = signal(number, SIG_IGN)
      // Whoever started it under `nohup` wants it to outlive the terminal.
      if number == SIGHUP, Self.isIgnored(before) { continue }
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

  /// Leaves Ctrl-C to another program until the value that it answers is let go.
  func lend() -> InterruptWatch {
    state.withLock { $0.guests += 1 }
    return InterruptWatch { [self] in state.withLock { $0.guests -= 1 } }
  }

  private static func isIgnored(_ handler: sighandler_t?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private func deliver(_ number: Int32) {
    let handlers: [@Sendable () -> Void]? = state.withLock { state in
      if number == SIGINT, state.guests > 0 { return [] }
      state.count += 1
      if number != SIGINT { state.isEnding = true }
      return state.watchers.isEmpty || state.count > 1 ? nil : Array(state.watchers.values)
    }
    guard let handlers else { return end() }
    for handler in handlers { handler() }
  }
}
