/// A connection as its own thread sees it.

/// Made when a client is accepted, then used by the connection's thread alone.
final class ClientConnection {
  let descriptor: Int32
  let peer: String
  /// Whether it is one too many: its first request is answered with 503.
  let exceedsLimits: Bool
  /// Whether nothing can be written past the library.
  let isSecure: Bool
  private(set) var requestCount = 0

  init(descriptor: Int32, peer: String, exceedsLimits: Bool, isSecure: Bool) {
    self.descriptor = descriptor
    self.peer = peer
    self.exceedsLimits = exceedsLimits
    self.isSecure = isSecure
  }

  /// Counts one more request and tells the facts to its handler.
  func nextFacts() -> ConnectionInfo {
    requestCount += 1
    return ConnectionInfo(peer: peer, requestNumber: requestCount)
  }
}
