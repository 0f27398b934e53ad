import CMicroHTTPD
import Foundation

/// A numeric IPv4 or IPv6 address; an IPv4 address in an IPv6 socket counts as IPv4.
struct IPAddress: Hashable, Sendable {
  /// The 16 bytes of the address as IPv6, in which IPv4 addresses start with `::ffff:`.
  let bytes: [UInt8]

  /// Parses an address in numeric form, without a port or a zone; returns nil for other text.
  init?(text: String) {
    guard !text.utf8.contains(0) else { return nil }
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      bytes = Self.mappedPrefix + withUnsafeBytes(of: &four) { Array($0) }
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      bytes = withUnsafeBytes(of: &six) { Array($0) }
    } else {
      return nil
    }
  }

  /// The address of a client's socket; nil if it is neither IPv4 nor IPv6.
  init?(_ peer: UnsafePointer<sockaddr>) {
    let raw = UnsafeRawPointer(peer)
    switch Int32(peer.pointee.sa_family) {
    case AF_INET:
      let address = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
      bytes = Self.mappedPrefix + withUnsafeBytes(of: address) { Array($0) }
    case AF_INET6:
      bytes = withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) }
    default: return nil
    }
  }

  var isIPv4: Bool { bytes.starts(with: Self.mappedPrefix) }

  /// Whether the address is one of this machine: 127.0.0.0/8 or `::1`.
  var isLoopback: Bool {
    isIPv4 ? bytes[12] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
  }

  /// Whether the address is of this machine or of a network that is not the internet: only hosts that
  /// are near can have it.
  var isPrivate: Bool { Self.privateRanges.contains { $0.contains(self) } }

  private static let privateRanges = [
    "127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16",
    "100.64.0.0/10", "::1", "fc00::/7", "fe80::/10",
  ].compactMap { AddressRange($0) }

  /// The address in numeric form.
  var text: String {
    var buffer = [CChar](repeating: 0, count: 64)
    let size = socklen_t(buffer.count)
    let source = isIPv4 ? Array(bytes.suffix(4)) : bytes
    guard inet_ntop(isIPv4 ? AF_INET : AF_INET6, source, &buffer, size) != nil else { return "?" }
    return String(
      decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The group in which connections and requests are counted.
  ///
  /// An internet provider assigns at least a /64 network to each customer of IPv6.
  var group: String {
    guard !isIPv4 else { return text }
    return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ".")
  }

  private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
}

/// A network in CIDR form, such as `10.0.0.0/8`, or a single address.
public struct AddressRange: Hashable, Sendable {
  private let address: IPAddress
  /// The number of leading bits that addresses of the network share.
  private let prefix: Int

  /// Parses a numeric IPv4 or IPv6 address with an optional `/` and length; returns nil for other
  /// text, and for an address with bits beyond the length.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = IPAddress(text: String(parts[0])) else { return nil }
    let size = address.isIPv4 ? 32 : 128
    var length = size
    if parts.count == 2 {
      guard !parts[1].isEmpty, parts[1].utf8.allSatisfy({ (48...57).contains($0) }),
        let number = Int(parts[1]), number <= size
      else { return nil }
      length = number
    }
    self.address = address
    prefix = length + 128 - size
    guard Self.bits(address, prefix) == address.bytes else { return nil }
  }

  func contains(_ other: IPAddress) -> Bool {
    Self.bits(other, prefix) == address.bytes
  }

  /// The bytes of an address with zeros after the first `count` bits.
  private static func bits(_ address: IPAddress, _ count: Int) -> [UInt8] {
    address.bytes.enumerated().map { index, byte in
      let kept = min(8, max(0, count - 8 * index))
      return kept == 8 ? byte : byte & ~(0xFF >> kept)
    }
  }
}
