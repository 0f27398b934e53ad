/// The connection that a request arrived on, for its handler.
public struct ConnectionInfo: Hashable, Sendable {
  /// The numeric address of the client; an IPv4 address is written as such on an IPv6 socket too.
  public let clientAddress: String
}
