/// What the URLs of pictures begin with.
import MarketWire

/// A scheme and host without a slash at the end; empty where only paths are wanted.
struct BaseURL: Hashable {
  let text: String

  /// Stored answers hold paths only, so that a replay has the host it is asked by.
  static let none = BaseURL(text: "")
  /// The name that the market embedded in a process answers by.
  static let embeddedHost = "market.local"

  /// The URL of a stored path.
  func url(_ path: String) -> String { text.isEmpty ? path : "\(text)/\(path)" }

  private init(text: String) {
    self.text = text
  }

  /// Reads what the settings say; nil unless it begins like a URL and names a host.
  init?(publicURL: String) {
    let text = publicURL.last == "/" ? String(publicURL.dropLast()) : publicURL
    let scheme = ["http://", "https://"].first { text.lowercased().hasPrefix($0) }
    guard let scheme, text.utf8.count > scheme.utf8.count,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C })
    else { return nil }
    self.text = text
  }

  /// Takes the host that a request was sent to.
  init(request: HTTPRequest, isTLS: Bool) throws(ServiceRefusal) {
    let hosts = request.headers.all(.host)
    guard hosts.count < 2, hosts.allSatisfy(Self.isHost) else {
      throw .badRequest("Host: expected one host name with or without a port")
    }
    text = "\(isTLS ? "https" : "http")://\(hosts.first ?? Self.embeddedHost)"
  }

  /// A name, an IPv4 address or an IPv6 address in brackets, and perhaps a port.
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
