/// Where a market is, as a seller types it.

/// Why a text is no address of a market; the raw shape is enough to say what to type instead.
public enum MarketAddressError: Error, Hashable, Sendable {
  case empty
  /// More than ``MarketAddress/lengthLimit`` bytes.
  case tooLong
  /// Neither `http` nor `https`; at most 20 characters of what stood there.
  case unsupportedScheme(String)
  /// `user:password@`: secrets do not belong into an address.
  case containsCredentials
  case missingHost
  /// Not a host name of letters, digits, `-`, `_` and `.`, nor an address. A name in another script
  /// is written in its `xn--` form.
  case badHost
  /// Not a number from 1 to 65535.
  case badPort
  /// A query, a fragment, `..`, a blank, or another character that a path does not have.
  case badPath
}

/// The address of a market: scheme, host, port and the path before `/api`.
public struct MarketAddress: Hashable, Sendable, CustomStringConvertible {
  public enum Scheme: String, Hashable, Sendable {
    case http, https
  }

  /// The most bytes that an address may have.
  public static let lengthLimit = 2048

  public let scheme: Scheme
  /// In small letters; an IPv6 address without its brackets.
  public let host: String
  /// nil is the scheme's own: 80 or 443.
  public let port: Int?
  /// What stands before `/api`, without a slash at its end; most often empty.
  public let path: String

  /// The market that is embedded in this process.
  public static let embedded = MarketAddress(
    scheme: .http, host: "market.local", port: nil, path: "")

  /// Reads `https://host`, `http://host:8080/shop`, `host`, `host:8080`.
  ///
  /// Without a scheme it is `http` for this machine, for private addresses (10/8, 172.16/12,
  /// 192.168/16, 169.254/16) and for names that end in `.local`, where markets are served without a
  /// certificate; for everything else it is `https`, since the secret travels in each write.
  public init(_ text: String) throws(MarketAddressError) {
    let text = text.trimmingBlanks
    guard !text.isEmpty else { throw .empty }
    let isComplete = text.contains("://")
    guard !text.contains("#"), !text.contains("?") else { throw .badPath }
    let parts = try URLParts(isComplete ? text : "https://\(text)")
    let path = parts.target.split(separator: "/", omittingEmptySubsequences: true)
    guard !path.contains(".."), !path.contains(".") else { throw .badPath }
    scheme = isComplete ? parts.scheme : Self.isNear(parts.host) ? .http : .https
    host = parts.host
    port = parts.port
    self.path = path.map { "/\($0)" }.joined()
  }

  private init(scheme: Scheme, host: String, port: Int?, path: String) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.path = path
  }

  /// `host` or `host:port`, short enough for a prompt.
  public var authority: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port.map { "\(name):\($0)" } ?? name
  }

  /// The whole address without a slash at its end.
  public var description: String { "\(scheme.rawValue)://\(authority)\(path)" }

  /// Whether it is this machine, so that nobody else can listen on the way.
  public var isLoopback: Bool { Self.isLoopback(host) }

  /// The absolute URL of a target in origin form (`/api/products`).
  public func url(of target: String) -> String { description + target }

  /// Whether a host of this name is this machine.
  package static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "market.local"
      || octets(host)?.first == 127
  }

  private static func isNear(_ host: String) -> Bool {
    if isLoopback(host) || host.hasSuffix(".local") { return true }
    guard let octets = octets(host) else { return false }
    return switch (octets[0], octets[1]) {
    case (10, _), (192, 168), (169, 254), (172, 16...31): true
    default: false
    }
  }

  private static func octets(_ host: String) -> [UInt8]? {
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    guard numbers.count == 4, !numbers.contains(nil) else { return nil }
    return numbers.compactMap(\.self)
  }
}

extension String {
  /// Without blanks and line ends at both ends.
  fileprivate var trimmingBlanks: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
