import Dispatch
import Foundation
import SellerSession
import Synchronization
import TerminalKit

/// The handling of SIGINT (Ctrl-C), SIGTERM and SIGHUP.
///
/// A signal calls the watchers. Without a watcher, or at the second signal for the same watchers,
/// the process ends. A signal before the first watcher waits 2 s for it, so that a command that is
/// about to start prints its answer. A SIGHUP with watchers of its own calls only these, unless it
/// comes because the terminal was closed. A SIGTERM or SIGHUP that follows another one ends the
/// process 2 s after the first, so that the running command can store its work.
final class InterruptCenter: Sendable {
  private struct State {
    var watchers: [Int: @Sendable () -> Void] = [:]
    /// Called at the second Ctrl-C, which otherwise ends the process.
    var secondWatchers: [Int: @Sendable () -> Void] = [:]
    /// Called at SIGHUP, which otherwise ends the process.
    var hangupWatchers: [Int: @Sendable () -> Void] = [:]
    var next = 0
    /// The number of signals since a watcher was added or removed.
    var count = 0
    /// Whether a signal came before the first watcher, which it calls.
    var isEarly = false
    /// The number of programs in the foreground, which handle Ctrl-C themselves.
    var foregroundPrograms = 0
    /// The latest of them, which a request to end the process also ends.
    var program: ForegroundProcess?
    /// When SIGTERM or SIGHUP first arrived, in nanoseconds of uptime.
    var endingSince: UInt64?
    /// Whether SIGTERM or SIGHUP has arrived: the running command is cancelled as by Ctrl-C, and no
    /// other one is started.
    var isEnding: Bool { endingSince != nil }
  }

  /// How long a command or a program in the foreground may take to end.
  private static let patience = DispatchTimeInterval.seconds(2)

  private let state = Mutex(State())
  private let signals = Mutex<SignalWatch?>(nil)
  private let queue = DispatchQueue(label: "signals")
  private let end: @Sendable () -> Void
  /// A process started with `nohup` must outlive its terminal.
  private let ignoresHangup: Bool
  private let hadTerminal = isatty(0) == 1

  /// - Parameter end: restores the terminal and ends the process.
  init(end: @escaping @Sendable () -> Void) {
    self.end = end
    ignoresHangup = Self.isIgnored(SIGHUP)
    var handlers: [Int32: @Sendable () -> Void] = [:]
    for number in [SIGINT, SIGTERM, SIGHUP] {
      handlers[number] = { [weak self] in self?.deliver(number) }
      #if !os(Linux)
        // Dispatch only watches the signal there, and its default action would end the process.
        signal(number, SIG_IGN)
      #endif
    }
    // Only then may a shell show its prompt: it would be killed without restoring the terminal.
    let watch = SignalWatch(handlers, on: queue)
    signals.withLock { $0 = watch }
  }

  /// Calls `handler` at each signal until the returned value is released.
  func watch(_ handler: @escaping @Sendable () -> Void) -> InterruptWatch {
    let (key, isEarly, isEnding) = state.withLock { state in
      defer { state.isEarly = false }
      state.next += 1
      state.count = 0
      state.watchers[state.next] = handler
      return (state.next, state.isEarly, state.isEnding)
    }
    if isEarly { handler() } else if isEnding { end() }
    return InterruptWatch { [weak self] in
      self?.state.withLock { state in
        state.watchers[key] = nil
        state.count = 0
      }
    }
  }

  /// Whether listings are being changed, which only the second Ctrl-C stops.
  var watchesSecond: Bool { state.withLock { !$0.secondWatchers.isEmpty } }

  /// Calls `handler` at the second Ctrl-C, instead of ending the process, until the returned value is
  /// released.
  func watchSecond(_ handler: @escaping @Sendable () -> Void) -> InterruptWatch {
    watch(\.secondWatchers, handler)
  }

  /// Calls `handler` at each SIGHUP, instead of ending the process, until the returned value is
  /// released.
  func watchHangup(_ handler: @escaping @Sendable () -> Void) -> InterruptWatch {
    watch(\.hangupWatchers, handler)
  }

  private func watch(
    _ watchers: any WritableKeyPath<State, [Int: @Sendable () -> Void]> & Sendable,
    _ handler: @escaping @Sendable () -> Void
  ) -> InterruptWatch {
    let key = state.withLock { state in
      state.next += 1
      state[keyPath: watchers][state.next] = handler
      return state.next
    }
    return InterruptWatch { [weak self] in
      self?.state.withLock { $0[keyPath: watchers][key] = nil }
    }
  }

  /// Leaves Ctrl-C to a foreground program until the returned value is released.
  func suspend() -> InterruptWatch {
    state.withLock { $0.foregroundPrograms += 1 }
    return InterruptWatch { [self] in
      state.withLock { state in
        state.foregroundPrograms -= 1
        if state.foregroundPrograms == 0 { state.program = nil }
      }
    }
  }

  /// Passes SIGTERM and SIGHUP on to a foreground program, within ``suspend()``.
  func passSignals(to program: ForegroundProcess) {
    let isEnding = state.withLock { state in
      if state.foregroundPrograms > 0 { state.program = program }
      return state.isEnding
    }
    // The request came while the program was being started.
    if isEnding { endProgram(with: SIGTERM) }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    let action = signal(number, SIG_IGN)
    signal(number, action)
    return unsafeBitCast(action, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private func deliver(_ number: Int32) {
    if number == SIGHUP, !hadTerminal || isatty(0) == 1 {
      let handlers = state.withLock { Array($0.hangupWatchers.values) }
      for handler in handlers { handler() }
      if !handlers.isEmpty { return }
    }
    if number == SIGHUP, ignoresHangup { return }
    if number != SIGINT, let start = state.withLock({ $0.endingSince }) {
      // A closed window sends SIGHUP twice under bash, once by the kernel and once by the shell.
      let limit = DispatchTime(uptimeNanoseconds: start) + Self.patience
      return queue.asyncAfter(deadline: limit) { [end] in end() }
    }
    let handlers: [@Sendable () -> Void]? = state.withLock { state in
      if number == SIGINT, state.foregroundPrograms > 0 { return [] }
      state.count += 1
      if number != SIGINT { state.endingSince = DispatchTime.now().uptimeNanoseconds }
      if state.count == 2, number == SIGINT, !state.secondWatchers.isEmpty {
        return Array(state.secondWatchers.values)
      }
      state.isEarly = state.next == 0 && state.count == 1
      if state.isEarly { return [] }
      return state.watchers.isEmpty || state.count > 1 ? nil : Array(state.watchers.values)
    }
    if state.withLock({ $0.isEarly }) {
      queue.asyncAfter(deadline: .now() + Self.patience) { [self] in
        if state.withLock({ $0.isEarly }) { end() }
      }
    }
    guard let handlers else { return end() }
    if number != SIGINT { endProgram(with: number) }
    for handler in handlers { handler() }
  }

  private func endProgram(with number: Int32) {
    guard let program = state.withLock({ $0.program }), program.isRunning else { return }
    kill(program.id, number)
    // Some programs ignore the signal.
    queue.asyncAfter(deadline: .now() + Self.patience) { [end] in
      if program.isRunning { end() }
    }
  }
}
