/// An error in the address of a market.
public enum MarketAddressError: Error, Hashable, Sendable {
  /// The text is empty.
  case empty
  /// The text has more than ``MarketAddress/lengthLimit`` bytes.
  case tooLong
  /// The scheme is neither `http` nor `https`; the value has at most 20 characters of it.
  case unsupportedScheme(String)
  /// The text has a user name or password, as in `user:password@host`.
  case containsCredentials
  /// The text has no host.
  case missingHost
  /// The host is neither an IP address nor a name of letters, digits, `-`, `_` and `.`.
  ///
  /// Names in other scripts must be in their `xn--` form.
  case badHost
  /// The port is not a number from 1 to 65535.
  case badPort
  /// The path has a query, a fragment, `..`, or a character that is not allowed.
  case badPath
}

/// The address of a market: scheme, host, port and the path before `/api`.
///
/// ```swift
/// let address = try MarketAddress("localhost:8080/api/products")
/// print(address)  // http://localhost:8080
/// ```
public struct MarketAddress: Hashable, Sendable, CustomStringConvertible {
  /// The supported URL schemes.
  public enum Scheme: String, Hashable, Sendable {
    /// HTTP without TLS.
    case http
    /// HTTP over TLS.
    case https
  }

  /// The maximum length of an address, in bytes.
  public static let lengthLimit = 2048

  /// The URL scheme.
  public let scheme: Scheme
  /// The host in lowercase; an IPv6 address has no brackets.
  public let host: String
  /// The port, or nil for the default of the scheme: 80 or 443.
  public let port: Int?
  /// The path before `/api`, without a trailing slash; usually empty.
  public let path: String

  /// The address of a market in the same process, `http://market.local` (API 7.6).
  public static let embedded = MarketAddress(
    scheme: .http, host: "market.local", port: nil, path: "")

  /// The host and the port, as `host` or `host:port`.
  public var authority: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port.map { "\(name):\($0)" } ?? name
  }

  /// The whole address, without a trailing slash.
  public var description: String { "\(scheme.rawValue)://\(authority)\(path)" }

  /// Whether the address is on this machine, so that the traffic cannot be observed.
  public var isLoopback: Bool { Self.isLoopback(host) }

  /// Returns the absolute URL of a request target such as `/api/products`.
  public func url(of target: String) -> String { description + target }

  /// Returns whether a host name or address means this machine.
  package static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "market.local"
      || octets(host)?.first == 127
  }

  static func octets(_ host: String) -> [UInt8]? {
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    guard numbers.count == 4, !numbers.contains(nil) else { return nil }
    return numbers.compactMap(\.self)
  }
}

extension MarketAddress {
  /// Parses an address such as `https://host`, `http://host:8080/shop`, `host` or `host:8080`.
  ///
  /// The path of the API, such as `/api/products` or `/healthChecker`, is left out.
  ///
  /// Without a scheme, the default is `https`, because writes carry the secret. It is `http` for this
  /// machine, private addresses (10/8, 172.16/12, 192.168/16, 169.254/16) and names that end in
  /// `.local`, where markets usually have no certificate.
  ///
  /// - Throws: ``MarketAddressError``.
  public init(_ text: String) throws(MarketAddressError) {
    let text = text.trimmingWhitespace
    guard !text.isEmpty else { throw .empty }
    let isComplete = text.contains("://")
    guard !text.contains("#"), !text.contains("?") else { throw .badPath }
    let parts = try URLParts(isComplete ? text : "https://\(text)")
    var path = parts.target.split(separator: "/", omittingEmptySubsequences: true)
    guard !path.contains(".."), !path.contains(".") else { throw .badPath }
    // An address of the API, such as `/api/products`, is that of its market.
    if path.last == "healthChecker" { path.removeLast() }
    if let end = path.firstIndex(of: "api"),
      path[end...].dropFirst().first ?? "products" == "products"
    {
      path = Array(path[..<end])
    }
    scheme = isComplete ? parts.scheme : Self.isLocalNetwork(parts.host) ? .http : .https
    host = parts.host
    port = parts.port
    self.path = path.map { "/\($0)" }.joined()
  }
}

extension String {
  /// The text without leading and trailing white space.
  fileprivate var trimmingWhitespace: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
