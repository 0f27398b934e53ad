import CMicroHTTPD
import Foundation

/// Calls on a client's socket that bypass the library.
enum ClientSocket {
  #if canImport(Glibc)
    private static let sendFlags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
  #else
    private static let sendFlags = Int32(MSG_DONTWAIT)
  #endif

  /// Ends both directions.
  ///
  /// The descriptor stays open, and the library closes it.
  static func shutDown(_ descriptor: Int32) {
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Sends what fits into the system's buffer and returns the number of bytes sent.
  @discardableResult
  static func sendWithoutWaiting(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Int {
    max(0, Array(bytes).withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, sendFlags) })
  }

  /// Sends all of `bytes`, or gives up when the client accepts none for `timeout` milliseconds.
  static func sendAll(_ bytes: [UInt8], to descriptor: Int32, timeout: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty, wait(descriptor, for: POLLOUT, milliseconds: timeout) {
      let sent = sendWithoutWaiting(rest, to: descriptor)
      guard sent > 0 else { return }
      rest = rest.dropFirst(sent)
    }
  }

  /// Ends sending, then discards what arrives until the client closes or `limit` has passed.
  ///
  /// - Parameter elapsed: a monotonic clock.
  static func linger(
    _ descriptor: Int32, within limit: Duration, elapsed: () -> Duration
  ) {
    _ = shutdown(descriptor, Int32(SHUT_WR))
    var discarded = [UInt8](repeating: 0, count: 16 * 1024)
    let deadline = elapsed() + limit
    while case let remaining = (deadline - elapsed()).microseconds / 1000, remaining > 0 {
      guard wait(descriptor, for: POLLIN, milliseconds: Int32(clamping: remaining)) else { return }
      let count = discarded.withUnsafeMutableBytes {
        recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
      }
      guard count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR)) else { return }
    }
  }

  private static func wait(
    _ descriptor: Int32, for event: some BinaryInteger, milliseconds: Int32
  ) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }
}
