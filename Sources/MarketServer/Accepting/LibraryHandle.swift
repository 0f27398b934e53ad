import CMicroHTTPD
import Synchronization

/// A daemon of the library.
///
/// `@unchecked Sendable`: the handle is a constant, and the library accepts it on any thread.
struct LibraryHandle: @unchecked Sendable {
  let daemon: OpaquePointer

  /// Passes a connection to the library, which chooses a thread for it.
  ///
  /// On failure the library has closed the descriptor.
  func add(_ connection: PendingConnection) -> Bool {
    var peer = connection.peer
    return withUnsafeBytes(of: &peer) { bytes in
      MHD_add_connection(
        daemon, connection.client.descriptor,
        bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, connection.peerLength) == .YES
    }
  }

  /// The number of connections that the daemon serves.
  var connectionCount: Int { Int(market_daemon_connections(daemon)) }

  /// Closes the connections and returns when their threads have ended.
  func stop() { MHD_stop_daemon(daemon) }
}

/// The daemons of a server: the one for new connections, and those with a former certificate, which
/// serve the connections that they have.
///
/// The library reads a certificate only when a daemon starts.
final class LibraryHandles: Sendable {
  private struct State {
    var current: LibraryHandle
    var former: [LibraryHandle] = []
    var isStopped = false
  }

  private let state: Mutex<State>

  init(_ first: LibraryHandle) { state = Mutex(State(current: first)) }

  var current: LibraryHandle { state.withLock { $0.current } }

  /// Replaces the daemon for new connections, and stops those that serve none any more.
  ///
  /// - Returns: the daemons to stop; the new one if the server has stopped.
  func replace(by new: LibraryHandle) -> [LibraryHandle] {
    state.withLock { state in
      guard !state.isStopped else { return [new] }
      let used = state.former.map { ($0, $0.connectionCount > 0) }
      state.former = used.filter(\.1).map(\.0) + [state.current]
      state.current = new
      return used.filter { !$0.1 }.map(\.0)
    }
  }

  /// All daemons, of which no other one follows.
  func end() -> [LibraryHandle] {
    state.withLock { state in
      state.isStopped = true
      return state.former + [state.current]
    }
  }
}
