import MarketWire

/// The scheme and host of picture URLs, without a trailing slash; empty for paths only.
struct BaseURL: Hashable {
  let text: String

  /// The base of stored responses, which contain paths only.
  ///
  /// A replay adds the host of its request.
  static let none = BaseURL(text: "")
  /// The host of an embedded market.
  static let embeddedHost = "market.local"

  /// The URL of a stored path.
  func url(_ path: String) -> String { text.isEmpty ? path : "\(text)/\(path)" }

  /// The path of a market that does not own its host, such as `/shop`; usually empty.
  var path: String {
    let afterScheme = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    return String(text[afterScheme...].drop { $0 != "/" })
  }

  /// The scheme and host.
  var origin: String { String(text.dropLast(path.count)) }

  private init(text: String) {
    self.text = text
  }

  /// Parses the configured public URL; nil if it has no HTTP scheme or no host, or more than a path.
  init?(publicURL: String) {
    let text = publicURL.last == "/" ? String(publicURL.dropLast()) : publicURL
    let scheme = ["http://", "https://"].first { text.lowercased().hasPrefix($0) }
    guard let scheme,
      Self.isHost(String(text.dropFirst(scheme.count).prefix { $0 != "/" })),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"\\?#".utf8.contains($0) })
    else { return nil }
    self.text = text
  }

  /// Uses the host that a request was sent to, or another one if that is well formed.
  ///
  /// - Throws: 400 for a malformed or repeated `Host`.
  init(request: HTTPRequest, isTLS: Bool, host: String? = nil) throws(ServiceRefusal) {
    let hosts = request.headers.all(.host)
    guard hosts.count < 2, hosts.allSatisfy(Self.isHost) else {
      throw .badRequest("Host: expected one host name with an optional port")
    }
    let other = host.flatMap { Self.isHost($0) ? $0 : nil }
    text = "\(isTLS ? "https" : "http")://\(other ?? hosts.first ?? Self.embeddedHost)"
  }

  /// Whether the text is a name, an IPv4 address or an IPv6 address in brackets, with an optional
  /// port.
  private static func isHost(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard (1...262).contains(bytes.count) else { return false }
    let end: Int
    if bytes[0] == UInt8(ascii: "[") {
      guard let close = bytes.firstIndex(of: UInt8(ascii: "]")), close >= 3,
        bytes[1..<close].allSatisfy({ hexValue($0) != nil || $0 == 0x3A || $0 == 0x2E })
      else { return false }
      end = close + 1
    } else {
      end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
      guard end > 0, bytes[..<end].allSatisfy({ $0.isAlphanumeric || "-._".utf8.contains($0) })
      else { return false }
    }
    guard end < bytes.count else { return true }
    let digits = bytes[(end + 1)...]
    guard bytes[end] == UInt8(ascii: ":"), digits.count <= 5,
      let port = Route.number(String(decoding: digits, as: UTF8.self))
    else { return false }
    return (1...65_535).contains(port)
  }
}
