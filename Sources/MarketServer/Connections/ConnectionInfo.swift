/// The connection that a request arrived on, for its handler.
public struct ConnectionInfo: Hashable, Sendable {
  /// The numeric address of the client; an IPv4 address is written as such on an IPv6 socket too.
  ///
  /// Behind a trusted proxy it is the address that the proxy forwarded.
  public let clientAddress: String
  /// Whether the other end of the connection is a process of this machine, such as a proxy.
  public let isLoopback: Bool
  /// The scheme, `http` or `https`, that the client used with a trusted proxy; nil if no trusted proxy
  /// has forwarded it.
  public internal(set) var forwardedScheme: String?
  /// The host that URLs in the response have instead of the request's `Host`, with its port: the one
  /// that a trusted proxy has forwarded, or the address that the request arrived at if `Host` is none
  /// of ``ServerConfiguration/knownHosts``; otherwise nil.
  public internal(set) var host: String?
}
