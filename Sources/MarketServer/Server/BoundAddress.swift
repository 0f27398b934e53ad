/// Where a server listens.

/// A numeric address and the port that was bound, never 0.
public struct BoundAddress: Hashable, Sendable {
  public let host: String
  public let port: UInt16
  /// Whether it takes TLS only.
  public let isSecure: Bool

  public init(host: String, port: UInt16, isSecure: Bool = false) {
    self.host = host
    self.port = port
    self.isSecure = isSecure
  }

  /// `http://` or `https://` with address and port as they stand in a URL; an IPv6 address is in
  /// brackets.
  public var origin: String {
    "\(isSecure ? "https" : "http")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }
}
