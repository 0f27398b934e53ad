import Foundation
import MarketWire

/// The checked parts of an absolute `http` or `https` URL, which has no user name or password.
package struct URLParts: Hashable, Sendable {
  /// The URL scheme.
  package var scheme: MarketAddress.Scheme
  /// The host in lowercase; an IPv6 address has no brackets.
  package var host: String
  /// The port, or nil for the default of the scheme.
  package var port: Int?
  /// The path and the query, beginning with `/`, not decoded.
  package var target: String

  /// Parses an absolute URL; a fragment is dropped.
  ///
  /// - Throws: ``MarketAddressError``.
  package init(_ text: String) throws(MarketAddressError) {
    guard !text.isEmpty else { throw .empty }
    guard text.utf8.count <= MarketAddress.lengthLimit else { throw .tooLong }
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else {
      throw .unsupportedScheme("")
    }
    let name = text[..<colon].lowercased()
    guard let scheme = MarketAddress.Scheme(rawValue: name) else {
      throw .unsupportedScheme(String(name.prefix(20)))
    }
    self.scheme = scheme
    let rest = text[colon...].dropFirst(3).prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    (host, port) = try Self.hostAndPort(authority)
    target = try Self.target(rest.dropFirst(authority.count))
  }

  /// The host and the port as in a URL and in the `Host` header.
  package var authority: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port.map { "\(name):\($0)" } ?? name
  }

  /// The scheme, the host and the port.
  package var origin: String { "\(scheme.rawValue)://\(authority)" }

  /// The whole URL.
  package var text: String { origin + target }

  private static func hostAndPort(
    _ authority: Substring
  ) throws(MarketAddressError) -> (String, Int?) {
    guard !authority.contains("@") else { throw .containsCredentials }
    var host = authority
    var portText: Substring?
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { throw .badHost }
      host = authority[authority.index(after: authority.startIndex)..<end]
      let rest = authority[authority.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { throw .badHost }
      portText = rest.isEmpty ? nil : rest.dropFirst()
      let isAddress = host.utf8.allSatisfy { hexValue($0) != nil || $0 == 58 || $0 == 46 }
      guard isAddress, host.count(where: { $0 == ":" }) >= 2, host.utf8.count <= 45 else {
        throw .badHost
      }
    } else {
      if let colon = authority.firstIndex(of: ":") {
        host = authority[..<colon]
        portText = authority[authority.index(after: colon)...]
      }
      try check(name: host)
    }
    guard let portText else { return (host.lowercased(), nil) }
    guard portText.utf8.count <= 5, portText.utf8.allSatisfy(\.isDigit),
      let port = Int(portText), (1...65535).contains(port)
    else { throw .badPort }
    return (host.lowercased(), port)
  }

  private static func check(name: Substring) throws(MarketAddressError) {
    guard !name.isEmpty else { throw .missingHost }
    // The transport encodes other letters, such as Hangul (RFC 5891). Those that stand for others, such as
    // wide Latin ones, would hide the name of a host.
    let composed = String(name).precomposedStringWithCompatibilityMapping
    let isPlain =
      composed == name
      && name.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII
          ? UInt8(scalar.value).isAlphanumeric || "-._".unicodeScalars.contains(scalar)
          : scalar.properties.isAlphabetic
            || scalar.properties.canonicalCombiningClass != .notReordered
      }
    guard isPlain, name.utf8.count <= 253, !name.hasPrefix("."), !name.hasPrefix("-"),
      !name.contains("..")
    else { throw .badHost }
  }

  private static func target(_ text: Substring) throws(MarketAddressError) -> String {
    let isClean = text.utf8.allSatisfy {
      $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "\"")
        && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">")
    }
    guard isClean else { throw .badPath }
    return text.hasPrefix("/") ? String(text) : "/" + text
  }
}
