import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A port of this machine for a server that is started later, or again.
///
/// The system gives ports of its own range to every connection, so one that was free a moment ago may be
/// in use. This one is below that range, nothing listens there, and no other process that asks here gets
/// it while this process lives.
public func reservedPort() throws -> UInt16 {
  for _ in 1...1000 {
    let port = UInt16.random(in: 20_000..<32_000)
    // A socket of another protocol is the mark. It ends with the process.
    #if canImport(Glibc)
      let mark = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    #else
      let mark = socket(AF_INET, SOCK_DGRAM, 0)
    #endif
    _ = fcntl(mark, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    let isReserved = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(mark, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    if isReserved, (try? RawClient(host: "127.0.0.1", port: port)) == nil { return port }
    close(mark)
  }
  throw RawClient.Failure(call: "bind", code: EADDRINUSE)
}
