import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A port of this machine that is in use while the object exists. It refuses every connection, or,
/// if it listens, accepts them and never responds.
final class BoundPort: Sendable {
  let number: UInt16
  private let file: Int32

  init(listens: Bool) throws {
    let made = Self.socket()
    file = made
    var address = Self.address(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(made, $0, length) == 0 && getsockname(made, $0, &length) == 0
      }
    }
    number = UInt16(bigEndian: address.sin_port)
    guard isBound, !listens || listen(made, 16) == 0 else {
      throw WaitError.failed(call: "bind", code: errno)
    }
  }

  deinit { close(file) }

  /// A socket that no child process inherits.
  static func socket() -> Int32 {
    ChildProcess.descriptors {
      #if canImport(Glibc)
        let made = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      #else
        let made = Darwin.socket(AF_INET, SOCK_STREAM, 0)
      #endif
      _ = fcntl(made, F_SETFD, FD_CLOEXEC)
      return made
    }
  }

  /// The loopback address with a port; 0 is any free port.
  static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    return address
  }
}
