import Dispatch
import Synchronization

/// The open connections of a server, shared by their threads, the timeout thread and `stop`.
///
/// Sockets are shut down while the lock is held. A descriptor leaves the tracker under the same
/// lock before it is closed, so no descriptor is shut down that already belongs to another file.
/// None of the calls under the lock can block.
final class ConnectionTable: Sendable {
  private struct State {
    var tracker: ConnectionTracker
    var hasSignaledIdle = false
  }

  private let configuration: ServerConfiguration
  private let state: Mutex<State>
  /// Signaled once, when the table drains and no request is running.
  private let idle = DispatchSemaphore(value: 0)

  init(_ configuration: ServerConfiguration) {
    self.configuration = configuration
    state = Mutex(State(tracker: ConnectionTracker(limits: configuration.limits)))
  }

  /// Adds a connection and returns false if its request is to be refused.
  func open(_ descriptor: Int32, group: String) -> Bool {
    state.withLock { $0.tracker.open(descriptor, group: group, at: configuration.elapsed()) }
  }

  /// Sets the phase of a connection and returns false if the connection was shut down.
  @discardableResult
  func advance(_ descriptor: Int32, to phase: ConnectionTracker.Phase) -> Bool {
    state.withLock { state in
      let isOpen = state.tracker.advance(descriptor, to: phase, at: configuration.elapsed())
      if state.tracker.isDraining {
        if phase == .idle { carryOut(state.tracker.drain()) }
        signalIfIdle(&state)
      }
      return isOpen
    }
  }

  /// Removes a connection; must be called before its descriptor is closed.
  func close(_ descriptor: Int32) {
    state.withLock { state in
      state.tracker.close(descriptor)
      signalIfIdle(&state)
    }
  }

  var isDraining: Bool { state.withLock { $0.tracker.isDraining } }

  /// Whether the connection was ended with a 408 response.
  func hasTimedOut(_ descriptor: Int32) -> Bool {
    state.withLock { $0.tracker.phase(of: descriptor) == .aborted(responded: true) }
  }

  func abortOverdue() {
    state.withLock { carryOut($0.tracker.abortOverdue(at: configuration.elapsed())) }
  }

  /// Shuts down connections without a running request, waits at most `limit` for the others and
  /// then shuts them down too.
  func drain(within limit: Duration) {
    state.withLock { state in
      carryOut(state.tracker.drain())
      signalIfIdle(&state)
    }
    if idle.wait(timeout: .now() + limit.dispatchInterval) == .timedOut {
      state.withLock { carryOut($0.tracker.abortAll()) }
    }
  }

  private func signalIfIdle(_ state: inout State) {
    guard state.tracker.isDraining, !state.hasSignaledIdle, state.tracker.runningCount == 0 else {
      return
    }
    state.hasSignaledIdle = true
    idle.signal()
  }

  private func carryOut(_ aborts: [ConnectionTracker.Abort]) {
    for abort in aborts {
      // Plain text would not be a TLS record, so a TLS client gets no 408.
      if abort.responds, configuration.identity == nil {
        let response = ClosingResponse.bytes(
          RequestRefusal.timeout.response, isHead: false, at: configuration.now())
        ClientSocket.sendWithoutWaiting(response, to: abort.descriptor)
      }
      ClientSocket.shutDown(abort.descriptor)
    }
  }
}
