import Foundation

/// The program that started a server, such as systemd: it may have opened the socket, and it wants to
/// know when the server is ready (`sd_listen_fds(3)`, `sd_notify(3)`).
struct Supervisor: Sendable {
  /// The environment of this process.
  let variables: [String: String]

  /// The first socket that was passed on; nil if there is none.
  var listeningDescriptor: Int32? {
    guard variables["LISTEN_PID"].flatMap({ Int32($0) }) == getpid(),
      let count = variables["LISTEN_FDS"].flatMap({ Int($0) }), count > 0
    else { return nil }
    return 3
  }

  /// Sends a state, such as `READY=1`; does nothing without a supervisor.
  func notify(_ state: String) {
    guard let name = variables["NOTIFY_SOCKET"], let first = name.utf8.first,
      first == UInt8(ascii: "/") || first == UInt8(ascii: "@")
    else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // An abstract name starts with a NUL in place of the `@`.
    var path = Array(name.utf8)
    if first == UInt8(ascii: "@") { path[0] = 0 }
    let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    guard offset + path.count < MemoryLayout<sockaddr_un>.size else { return }
    withUnsafeMutableBytes(of: &address) { $0[offset...].copyBytes(from: path) }
    let descriptor = socket(AF_UNIX, Self.datagram, 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let size = socklen_t(offset + path.count)
    _ = withUnsafeBytes(of: &address) { bytes in
      sendto(
        descriptor, state, state.utf8.count, 0,
        bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, size)
    }
  }

  #if canImport(Glibc)
    private static let datagram = Int32(SOCK_DGRAM.rawValue)
  #else
    private static let datagram = SOCK_DGRAM
  #endif
}
