/// The ledger of connections with a lock, a clock and the power to shut sockets down.
import Dispatch
import Synchronization

/// The open connections, used by their threads, by the reaper and by a stopping server.
///
/// Sockets are shut down while the lock is held: a descriptor leaves the ledger under the same lock
/// before it is closed, so that none is hit that meanwhile belongs to somebody else. Neither of the
/// calls made meanwhile can block.
final class ConnectionTable: Sendable {
  private struct State {
    var ledger: ConnectionTracker
    var hasAnnouncedRest = false
  }

  private let configuration: ServerConfiguration
  private let state: Mutex<State>
  private let rest = DispatchSemaphore(value: 0)

  init(_ configuration: ServerConfiguration) {
    self.configuration = configuration
    state = Mutex(State(ledger: ConnectionTracker(limits: configuration.limits)))
  }

  /// Enters a connection; false if its request is to be refused.
  func open(_ descriptor: Int32, group: String) -> Bool {
    state.withLock { $0.ledger.open(descriptor, group: group, at: configuration.elapsed()) }
  }

  /// Notes what a connection does next; false if it was shut down.
  @discardableResult
  func advance(_ descriptor: Int32, to phase: ConnectionTracker.Phase) -> Bool {
    state.withLock { state in
      let isAlive = state.ledger.advance(descriptor, to: phase, at: configuration.elapsed())
      if state.ledger.isDraining {
        if phase == .idle { carryOut(state.ledger.drain()) }
        announceRest(&state)
      }
      return isAlive
    }
  }

  /// Forgets a connection; must come before its descriptor is closed.
  func close(_ descriptor: Int32) {
    state.withLock { state in
      state.ledger.close(descriptor)
      announceRest(&state)
    }
  }

  var isDraining: Bool { state.withLock { $0.ledger.isDraining } }

  /// Whether the connection was ended with a 408.
  func hasTimedOut(_ descriptor: Int32) -> Bool {
    state.withLock { $0.ledger.phase(of: descriptor) == .cut(answered: true) }
  }

  func abortOverdue() {
    state.withLock { carryOut($0.ledger.abortOverdue(at: configuration.elapsed())) }
  }

  /// Shuts down who has no request under way, waits for the others at most `limit`, then shuts
  /// them down too.
  func drain(within limit: Duration) {
    state.withLock { state in
      carryOut(state.ledger.drain())
      announceRest(&state)
    }
    if rest.wait(timeout: .now() + limit.dispatchInterval) == .timedOut {
      state.withLock { carryOut($0.ledger.abortAll()) }
    }
  }

  private func announceRest(_ state: inout State) {
    guard state.ledger.isDraining, !state.hasAnnouncedRest, state.ledger.runningCount == 0 else {
      return
    }
    state.hasAnnouncedRest = true
    rest.signal()
  }

  private func carryOut(_ cuts: [ConnectionTracker.Cut]) {
    for cut in cuts {
      // Words of ours would be no record of TLS; such a client just sees the end.
      if cut.isAnswered, configuration.identity == nil {
        let answer = ClosingResponse.bytes(
          RequestRefusal.tooSlow.response, isHead: false, at: configuration.now())
        ClientSocket.sendWithoutWaiting(answer, to: cut.descriptor)
      }
      ClientSocket.shutDown(cut.descriptor)
    }
  }
}
