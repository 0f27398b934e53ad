import Foundation
import Synchronization

/// A server on a free port of 127.0.0.1 that responds as its script says. Each connection has a
/// thread.
public final class ScriptedServer: Sendable {
  /// A received request.
  public struct Received: Sendable {
    /// The number of the connection, starting at 0.
    public let connection: Int
    /// The request line and the header lines.
    public let lines: [String]
    public let body: [UInt8]

    public var method: String { String(lines[0].prefix { $0 != " " }) }
    public var target: String {
      lines[0].split(separator: " ").dropFirst().first.map(String.init) ?? ""
    }

    /// The value of a header; case is ignored.
    public func header(_ name: String) -> String? {
      let prefix = name.lowercased() + ":"
      return lines.dropFirst().first { $0.lowercased().hasPrefix(prefix) }
        .map { $0.dropFirst(prefix.count).trimmingCharacters(in: .whitespaces) }
    }
  }

  /// What the server does after reading a request.
  public enum Reaction: Sendable {
    /// Sends bytes and keeps the connection open.
    case send([UInt8])
    /// Sends bytes and closes the connection.
    case sendAndClose([UInt8])
    case close
    /// Closes the connection and runs the work afterwards.
    case closeThen(@Sendable () -> Void)
    /// Aborts the connection (RST).
    case reset
    /// Keeps the connection open without a response until the server stops.
    case silence

    /// Sends a response with its length.
    public static func respond(
      _ body: some Collection<UInt8>, status: Int = 200, headers: [String] = []
    ) -> Reaction {
      let lines = ["HTTP/1.1 \(status) X", "Content-Length: \(body.count)"] + headers
      return .send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    }

    public static func respond(
      _ body: String, status: Int = 200, headers: [String] = []
    ) -> Reaction {
      respond(body.utf8, status: status, headers: headers)
    }
  }

  public typealias Script = @Sendable (Received) -> Reaction

  private struct State {
    var received: [Received] = []
    var open: Set<Int32> = []
    var isStopped = false
  }

  public let port: Int
  private let listener: Int32
  private let state = Mutex(State())
  private let onEnd: @Sendable (_ connection: Int) -> Void
  private let script: Script

  /// - Parameter onEnd: Called when either side has ended a connection.
  public init(
    _ script: @escaping Script, onEnd: @escaping @Sendable (_ connection: Int) -> Void = { _ in }
  ) throws {
    self.onEnd = onEnd
    self.script = script
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(listener, generic, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, generic, &length) == 0
      }
    }
    guard result else { throw POSIXError(.EADDRNOTAVAIL) }
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [self] in acceptAll() }
  }

  public var url: String { "http://127.0.0.1:\(port)" }
  /// The complete requests, in order.
  public var received: [Received] { state.withLock { $0.received } }

  /// Closes every connection and stops listening.
  public func stop() {
    state.withLock { state in
      state.isStopped = true
      for connection in state.open { shutdown(connection, Int32(SHUT_RDWR)) }
    }
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private func acceptAll() {
    var number = 0
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { break }
      let isWanted = state.withLock { state in
        if !state.isStopped { state.open.insert(connection) }
        return !state.isStopped
      }
      guard isWanted else {
        close(connection)
        break
      }
      let index = number
      number += 1
      Thread.detachNewThread { [self] in serve(connection, index) }
    }
    close(listener)
  }

  private func serve(_ connection: Int32, _ index: Int) {
    defer { onEnd(index) }
    var reader = SocketReader(connection)
    while let request = reader.next(connection: index) {
      state.withLock { $0.received.append(request) }
      switch script(request) {
      case .send(let bytes): send(bytes, to: connection)
      case .sendAndClose(let bytes):
        send(bytes, to: connection)
        return end(connection)
      case .close: return end(connection)
      case .closeThen(let work):
        end(connection)
        return work()
      case .reset:
        var abort = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
          connection, SOL_SOCKET, SO_LINGER, &abort, socklen_t(MemoryLayout<linger>.size))
        return end(connection)
      case .silence: break
      }
    }
    end(connection)
  }

  private func end(_ connection: Int32) {
    // Closed under the lock, so that `stop` never uses a descriptor number that was reused.
    state.withLock { state in
      state.open.remove(connection)
      close(connection)
    }
  }

  private func send(_ bytes: [UInt8], to connection: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

/// Reads requests with a `Content-Length`, or none, from a socket.
private struct SocketReader {
  private let socket: Int32
  private var buffer: [UInt8] = []

  init(_ socket: Int32) {
    self.socket = socket
  }

  mutating func next(connection: Int) -> ScriptedServer.Received? {
    let end = Array("\r\n\r\n".utf8)
    while buffer.firstRange(of: end) == nil {
      guard fill() else { return nil }
    }
    guard let range = buffer.firstRange(of: end) else { return nil }
    let head = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
    buffer.removeSubrange(..<range.upperBound)
    let lines = head.components(separatedBy: "\r\n")
    let bare = ScriptedServer.Received(connection: connection, lines: lines, body: [])
    let length = bare.header("Content-Length").flatMap { Int($0) } ?? 0
    while buffer.count < length {
      guard fill() else { return nil }
    }
    let body = Array(buffer.prefix(length))
    buffer.removeFirst(length)
    return .init(connection: connection, lines: lines, body: body)
  }

  private mutating func fill() -> Bool {
    let room = 65_536
    let piece = [UInt8](unsafeUninitializedCapacity: room) { bytes, count in
      count = max(0, recv(socket, bytes.baseAddress, room, 0))
    }
    buffer += piece
    return !piece.isEmpty
  }
}
