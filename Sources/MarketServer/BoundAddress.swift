/// Where a server listens.

/// A numeric address and the port that was bound, never 0.
public struct BoundAddress: Hashable, Sendable {
  public let host: String
  public let port: UInt16

  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// `http://` with address and port as they stand in a URL; an IPv6 address is in brackets.
  public var origin: String {
    host.contains(":") ? "http://[\(host)]:\(port)" : "http://\(host):\(port)"
  }
}
