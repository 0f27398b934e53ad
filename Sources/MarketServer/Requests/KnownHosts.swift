import MarketWire

/// The hosts that a request may name so that URLs in its response have them (API 7.6).
///
/// A stranger can send any `Host`. If a cache keeps the response, others get URLs that lead to that
/// host, so it must be one that no stranger can have.
public struct KnownHosts: Sendable {
  private let names: [String]

  /// - Parameter names: the names of this machine and of its certificate; `*.` stands for one label.
  public init(names: [String]) {
    self.names = names.map { $0.lowercased() }
  }

  /// Whether a `Host` is one of the names, an address in a private network, a name without a dot or a
  /// name in `.local`; or the address that the request arrived at.
  func contains(_ host: String, arrivedAt here: () -> String?) -> Bool {
    let name = Self.name(in: host)
    if let address = IPAddress(text: name) {
      return address.isPrivate || address.text == here()
    }
    guard name.contains(".") else {
      return name.utf8.first.map { $0 >= UInt8(ascii: "a") } ?? false
    }
    let parent = "*" + name.drop { $0 != "." }
    return name.hasSuffix(".local") || names.contains { $0 == name || $0 == parent }
  }

  /// The name or address without the port, in lower case.
  private static func name(in host: String) -> String {
    if host.hasPrefix("[") { return String(host.dropFirst().prefix { $0 != "]" }) }
    return host.prefix { $0 != ":" }.lowercased()
  }
}
