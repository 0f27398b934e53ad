/// What a handler may know about the connection that a request came over.

/// The other end of a connection.
public struct ConnectionInfo: Hashable, Sendable {
  /// The numeric address; an IPv4 address is written as such on an IPv6 socket too.
  public let peer: String
  /// Which request of this connection it is, from 1 on.
  public let requestNumber: Int
}
