import Foundation

extension MarketAddress {
  /// Returns whether a host name or address means this machine or one of its network, or no single
  /// host of the internet: the special addresses of RFC 6890, and those for groups.
  package static func isLocalNetwork(_ host: String) -> Bool {
    if isLoopback(host) || host.hasSuffix(".local") { return true }
    if let octets = octets(host) { return isLocal(octets[...]) }
    var address = in6_addr()
    guard inet_pton(AF_INET6, String(host.prefix { $0 != "%" }), &address) == 1 else {
      return false
    }
    let bytes = withUnsafeBytes(of: address) { [UInt8]($0) }
    let zeros = [UInt8](repeating: 0, count: 12)
    // An IPv4 address as one of IPv6, and behind a translator (RFC 4291, 2.5.5; RFC 6052, 2.1).
    let forms = [zeros, zeros[..<10] + [0xFF, 0xFF], [0, 0x64, 0xFF, 0x9B] + zeros[..<8]]
    if forms.contains(where: { bytes.starts(with: $0) }) { return isLocal(bytes[12...]) }
    return switch (bytes[0], bytes[1]) {
    case (0xFC...0xFD, _), (0xFE, 0x80...0xFF), (0xFF, _): true
    default: bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 1])
    }
  }

  private static func isLocal(_ octets: ArraySlice<UInt8>) -> Bool {
    switch (octets[octets.startIndex], octets[octets.startIndex + 1]) {
    case (0, _), (10, _), (127, _), (100, 64...127), (169, 254), (172, 16...31), (192, 168),
      (198, 18...19), (224..., _):
      true
    default: octets.starts(with: [192, 0, 0])
    }
  }
}
