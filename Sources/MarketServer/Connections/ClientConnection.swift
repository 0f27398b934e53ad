/// A client's connection, created when it is accepted and then used by its own thread only.
final class ClientConnection {
  let descriptor: Int32
  /// The numeric address of the client.
  let address: String
  /// Whether the connection exceeds a limit, so that its first request gets 503.
  let exceedsLimits: Bool
  /// Whether the connection uses TLS, so that only the library can write to it.
  let isSecure: Bool

  init(descriptor: Int32, address: String, exceedsLimits: Bool, isSecure: Bool) {
    self.descriptor = descriptor
    self.address = address
    self.exceedsLimits = exceedsLimits
    self.isSecure = isSecure
  }
}
