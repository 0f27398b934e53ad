import CMicroHTTPD

/// The library's daemon.
///
/// `@unchecked Sendable`: the handle is a constant, and the library accepts it on any thread.
struct LibraryHandle: @unchecked Sendable {
  let daemon: OpaquePointer

  /// Passes a connection to the library, which starts a thread for it.
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
}
