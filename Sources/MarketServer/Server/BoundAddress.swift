/// The numeric address and the port that a server listens on.
public struct BoundAddress: Hashable, Sendable {
  /// A numeric IPv4 or IPv6 address.
  public let host: String
  /// The port, never 0.
  public let port: UInt16
  /// Whether the server accepts TLS only.
  public internal(set) var isSecure = false

  /// The origin of the server's URLs, such as `http://127.0.0.1:8080` or `https://[::1]:8443`.
  public var origin: String { "\(isSecure ? "https" : "http")://\(authority)" }

  /// The host and the port, as in a URL.
  var authority: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}
