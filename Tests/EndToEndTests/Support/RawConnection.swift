import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A TCP connection to a port of this machine that sends and receives bytes.
final class RawConnection: Sendable {
  private let file: Int32

  /// Connects; nil if nothing listens at the port.
  init?(port: UInt16) throws {
    let made = BoundPort.socket()
    var address = BoundPort.address(port)
    let isOpen = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(made, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    file = made
    guard isOpen else {
      close(made)
      return nil
    }
  }

  deinit { close(file) }

  func send(_ bytes: [UInt8]) async throws {
    try await runBlocking { [file] in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        guard count > 0 else { throw WaitError.failed(call: "send", code: errno) }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Returns what is received up to `text`, or until the other side closes.
  func receive(until text: String) async throws -> String {
    let deadline = Deadline()
    return try await runBlocking { [file] in
      var received = ""
      while !received.contains(text) {
        guard try deadline.readable(file)[0] else { throw WaitError.timedOut(text) }
        let bytes = try readSome(file)
        if bytes.isEmpty { return received }
        received += String(decoding: bytes, as: UTF8.self)
      }
      return received
    }
  }
}
