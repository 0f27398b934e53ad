/// The few calls made on the socket of a client past the library.
import CMicroHTTPD

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum ClientSocket {
  #if canImport(Glibc)
    private static let sendFlags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
  #else
    private static let sendFlags = Int32(MSG_DONTWAIT)
  #endif

  /// Ends both directions; the descriptor stays open and is the library's to close.
  static func shutDown(_ descriptor: Int32) {
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Sends what fits into the system's buffer and forgets the rest.
  @discardableResult
  static func sendWithoutWaiting(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Int {
    max(0, Array(bytes).withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, sendFlags) })
  }

  /// Sends all of `bytes`; gives up when the client takes none for `patience` milliseconds.
  static func sendAll(_ bytes: [UInt8], to descriptor: Int32, patience: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty, wait(descriptor, for: POLLOUT, milliseconds: patience) {
      let sent = sendWithoutWaiting(rest, to: descriptor)
      guard sent > 0 else { return }
      rest = rest.dropFirst(sent)
    }
  }

  /// Says that nothing more will be sent, then throws away what comes until the client closes or
  /// `limit` is over, as `elapsed` measures it.
  static func linger(
    _ descriptor: Int32, within limit: Duration, elapsed: () -> Duration
  ) {
    _ = shutdown(descriptor, Int32(SHUT_WR))
    var waste = [UInt8](repeating: 0, count: 16 * 1024)
    let end = elapsed() + limit
    while case let left = (end - elapsed()).microseconds / 1000, left > 0 {
      guard wait(descriptor, for: POLLIN, milliseconds: Int32(clamping: left)) else { return }
      let count = waste.withUnsafeMutableBytes {
        recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
      }
      guard count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR)) else { return }
    }
  }

  /// The numeric address, and the group in which its connections are counted.
  static func address(of peer: UnsafePointer<sockaddr>) -> (text: String, group: String) {
    let isIPv6 = Int32(peer.pointee.sa_family) == AF_INET6
    let size = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    var buffer = [CChar](repeating: 0, count: 64)
    guard
      getnameinfo(
        peer, socklen_t(size), &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST) == 0
    else { return ("?", "?") }
    let text = String(
      decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard isIPv6 else { return (text, text) }
    if text.hasPrefix("::ffff:"), text.contains(".") {
      let mapped = String(text.dropFirst(7))
      return (mapped, mapped)
    }
    // One customer of a provider holds a whole /64.
    let network = UnsafeRawPointer(peer).loadUnaligned(
      fromByteOffset: MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr)!, as: UInt64.self)
    return (text, String(network, radix: 16))
  }

  private static func wait(
    _ descriptor: Int32, for event: some BinaryInteger, milliseconds: Int32
  ) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }
}
