import MarketWire

/// Finds the client of a request that came through trusted proxies.
struct ForwardedAddress: Sendable {
  let proxies: [AddressRange]
  let header: HTTPHeaderName

  func isTrusted(_ address: IPAddress) -> Bool {
    proxies.contains { $0.contains(address) }
  }

  /// The rightmost address of the header that is not itself trusted.
  ///
  /// Each proxy appends the address that it got a request from, so an untrusted client may have
  /// written everything left of an untrusted or malformed entry. A malformed entry counts as its
  /// right neighbor.
  ///
  /// - Parameter proxy: the address of the socket, which is trusted.
  func client(in headers: HTTPHeaders, behind proxy: IPAddress) -> IPAddress {
    let entries = headers.all(header).flatMap { $0.split(separator: ",") }
    var client = proxy
    for entry in entries.reversed() {
      guard let address = Self.address(in: entry) else { return client }
      client = address
      guard isTrusted(address) else { return client }
    }
    return client
  }

  /// The scheme in the last entry of `X-Forwarded-Proto`, or of `Forwarded` (RFC 7239); nil if it is
  /// neither `http` nor `https`.
  static func scheme(in headers: HTTPHeaders) -> String? {
    let text = last("X-Forwarded-Proto", or: "proto", in: headers)?.lowercased()
    return text.flatMap { ["http", "https"].contains($0) ? $0 : nil }
  }

  /// The host in the last entry of `X-Forwarded-Host`, or of `Forwarded` (RFC 7239).
  static func host(in headers: HTTPHeaders) -> String? {
    last("X-Forwarded-Host", or: "host", in: headers)
  }

  /// The first header with which a proxy forwards a client; nil if there is none.
  func proxyHeader(in headers: HTTPHeaders) -> HTTPHeaderName? {
    let names: [HTTPHeaderName] = [
      header, "X-Forwarded-For", "Forwarded", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP",
    ]
    return names.first { headers[$0] != nil }
  }

  /// The last entry of a header, or the value of a key in the last entry of `Forwarded`.
  ///
  /// The last entry is that of the nearest proxy; a client may have written those before it.
  private static func last(
    _ name: HTTPHeaderName, or key: String, in headers: HTTPHeaders
  ) -> String? {
    func last(_ name: HTTPHeaderName) -> String? {
      headers.all(name).last?.split(separator: ",").last.map { String($0).trimmingWhitespace }
    }
    let pairs = last("Forwarded")?.split(separator: ";").map { String($0).trimmingWhitespace }
    let pair = pairs?.first { $0.lowercased().hasPrefix("\(key)=") }
    return last(name) ?? pair.map { $0.dropFirst(key.count + 1).filter { $0 != "\"" } }
  }

  /// The address of an entry: `192.0.2.1`, `192.0.2.1:80`, `[2001:db8::1]:80`, or the same as `for`
  /// of the header `Forwarded` (RFC 7239).
  private static func address(in entry: Substring) -> IPAddress? {
    var text = String(entry).trimmingWhitespace
    if text.contains("=") {
      let pairs = text.split(separator: ";").map { String($0).trimmingWhitespace }
      guard let pair = pairs.first(where: { $0.lowercased().hasPrefix("for=") }) else { return nil }
      text = pair.dropFirst(4).filter { $0 != "\"" }
    }
    if text.hasPrefix("[") {
      return IPAddress(text: String(text.dropFirst().prefix { $0 != "]" }))
    }
    if let address = IPAddress(text: text) { return address }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 ? IPAddress(text: String(parts[0])) : nil
  }
}
