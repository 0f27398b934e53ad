#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A connection that sends and receives raw bytes. Calls block, and reading or sending ends after
/// ``patience`` without a byte.
public final class RawClient {
  /// A response as it was received.
  public struct Response: Sendable {
    public var statusLine: String
    public var fields: [(name: String, value: String)]
    public var body: [UInt8]

    public var status: Int { Int(statusLine.split(separator: " ").dropFirst().first ?? "") ?? 0 }
    public var text: String { String(decoding: body, as: UTF8.self) }
    public subscript(name: String) -> String? {
      fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }
  }

  public struct Failure: Error {
    public let call: String
    public let code: Int32

    public init(call: String, code: Int32) {
      self.call = call
      self.code = code
    }
  }

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// Whether the server has closed the connection.
  public private(set) var isAtEnd = false

  /// Connects to a numeric address.
  public init(host: String, port: UInt16) throws {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &list) == 0, let list else {
      throw Failure(call: "getaddrinfo", code: 0)
    }
    defer { freeaddrinfo(list) }
    let socket = systemSocket(list.pointee.ai_family, list.pointee.ai_socktype, 0)
    var limit = timeval(tv_sec: Int(patience.components.seconds), tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(socket, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    guard connect(socket, list.pointee.ai_addr, list.pointee.ai_addrlen) == 0 else {
      let code = errno
      close(socket)
      throw Failure(call: "connect", code: code)
    }
    // Set last: once all properties are set, an initializer that throws runs `deinit`, which closes
    // the socket a second time.
    descriptor = socket
  }

  deinit { close(descriptor) }

  /// Sends all bytes, or as many as the server accepts before it closes.
  public func send(_ bytes: some Sequence<UInt8>) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        systemSend(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return }
      rest = rest.dropFirst(sent)
    }
  }

  public func send(_ text: String) { send(text.utf8) }

  /// Sends each piece in a packet of its own, as soon as it is passed to ``send(_:)``.
  public func sendAtOnce() {
    var yes: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Closes the sending direction.
  public func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// The next complete response; nil if the connection ends before.
  public func response(toHead isHead: Bool = false) -> Response? {
    let blankLine = Array("\r\n\r\n".utf8)
    while true {
      if let end = buffer.firstRange(of: blankLine) {
        var answer = Self.parsed(head: buffer[..<end.lowerBound])
        let length = isHead ? 0 : Int(answer["Content-Length"] ?? "0") ?? 0
        guard fill(until: end.upperBound + length) else { return nil }
        answer.body = Array(buffer[end.upperBound..<(end.upperBound + length)])
        buffer.removeFirst(end.upperBound + length)
        return answer
      }
      guard fill(until: buffer.count + 1) else { return nil }
    }
  }

  /// Whether a byte arrives before the server closes the connection.
  public func hasBytes() -> Bool { fill(until: 1) }

  /// All bytes until the server closes the connection.
  public func rest() -> [UInt8] {
    while fill(until: buffer.count + 1) {}
    defer { buffer = [] }
    return buffer
  }

  /// Whether the server closes the connection without sending another byte.
  public func isClosed() -> Bool { rest().isEmpty && isAtEnd }

  private func fill(until count: Int) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while buffer.count < count {
      let received = chunk.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      guard received > 0 else {
        isAtEnd = received == 0 || errno == ECONNRESET
        return false
      }
      buffer.append(contentsOf: chunk[..<received])
    }
    return true
  }

  private static func parsed(head: ArraySlice<UInt8>) -> Response {
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    let fields = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (
        name: String(parts[0]),
        value: parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
      )
    }
    return Response(statusLine: String(lines.first ?? ""), fields: fields, body: [])
  }
}

/// Calls the system's `socket`, which a variable of that name hides.
private func systemSocket(_ family: Int32, _ kind: Int32, _ number: Int32) -> Int32 {
  socket(family, kind, number)
}

/// Calls the system's `send`, which a method of the class hides.
private func systemSend(
  _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32
) -> Int {
  send(descriptor, bytes, count, flags)
}
