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

  private init(text: String) {
    self.text = text
  }

  /// Parses the configured public URL; nil if it has no HTTP scheme or no host.
  init?(publicURL: String) {
    let text = publicURL.last == "/" ? String(publicURL.dropLast()) : publicURL
    let scheme = ["http://", "https://"].first { text.lowercased().hasPrefix($0) }
    guard let scheme, text.utf8.count > scheme.utf8.count,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C })
    else { return nil }
    self.text = text
  }

  /// Uses the host that a request was sent to.
  ///
  /// - Throws: 400 for a malformed or repeated `Host`.
  init(request: HTTPRequest, isTLS: Bool) throws(ServiceRefusal) {
    let hosts = request.headers.all(.host)
    guard hosts.count < 2, hosts.allSatisfy(Self.isHost) else {
      throw .badRequest("Host: expected one host name with an optional port")
    }
    text = "\(isTLS ? "https" : "http")://\(hosts.first ?? Self.embeddedHost)"
  }

  /// Whether the text is a name, an IPv4 address or an IPv6 address in brackets, with an optional
  /// port.
  private static func isHost(_ text: String) -> Bool {
    guard (1...262).contains(text.utf8.count), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return false }
    var rest = Substring(text)
    if rest.first == "[" {
      guard let end = rest.firstIndex(of: "]") else { return false }
      let inside = rest[..<end].dropFirst()
      guard inside.count >= 2, inside.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." })
      else { return false }
      rest = rest[end...].dropFirst()
    } else {
      let name = rest.prefix { $0 != ":" }
      guard !name.isEmpty,
        name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." || $0 == "_" })
      else { return false }
      rest = rest.dropFirst(name.count)
    }
    guard rest.first == ":" else { return rest.isEmpty }
    guard rest.count <= 6, let port = Route.number(rest.dropFirst()) else { return false }
    return (1...65_535).contains(port)
  }
}
