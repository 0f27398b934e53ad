import CMicroHTTPD
import Foundation

/// A connection whose first header section is still arriving.
struct PendingConnection {
  /// What to do with the connection.
  enum Next {
    case wait
    case close
    /// Pass it to the library, which reads the request from the beginning.
    case pass
    case refuse(RequestRefusal, requestLine: [Substring])
  }

  let client: ClientConnection
  let peer: sockaddr_storage
  let peerLength: socklen_t
  private var bytesSeen = 0
  private var pieces = 0

  init(client: ClientConnection, peer: sockaddr_storage, peerLength: socklen_t) {
    self.client = client
    self.peer = peer
    self.peerLength = peerLength
  }

  /// Looks at the bytes that have arrived, and leaves them in the socket.
  ///
  /// - Parameter lineArrived: called when the request line has arrived.
  mutating func inspect(
    into buffer: inout [UInt8], limits: ServerLimits, lineArrived: () -> Void
  ) -> Next {
    let count = recv(
      client.descriptor, &buffer, buffer.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    if count < 0, errno == EAGAIN || errno == EINTR { return .wait }
    guard count > 0, !client.phase.isAborted else { return .close }
    // A TLS handshake: a client of https waits for an answer until its time limit.
    if buffer[0] == 0x16 { return .close }
    let head = FirstHead(buffer[..<count], fields: limits.headerFields)
    switch head.finding {
    case .complete: return .pass
    case .refused(let refusal): return .refuse(refusal, requestLine: head.requestLine)
    case .incomplete(let hasRequestLine):
      guard count < buffer.count else {
        let refusal: RequestRefusal =
          hasRequestLine
          ? .headersTooLarge(limit: limits.headerBytes)
          : .requestLineTooLong(limit: limits.requestLineBytes)
        return .refuse(refusal, requestLine: head.requestLine)
      }
      pieces += 1
      // Without growth the client has ended sending. The library also gets heads that arrive in
      // many pieces, because looking at each piece from the beginning would take too long.
      guard count > bytesSeen, pieces < Self.maximumPieces else { return .pass }
      bytesSeen = count
      if hasRequestLine, client.phase == .opened { lineArrived() }
      setLowWaterMark(count + 1)
      return .wait
    }
  }

  /// Makes the socket readable by the first byte again.
  func resetLowWaterMark() {
    if bytesSeen > 0 { setLowWaterMark(1) }
  }

  /// Sets the number of bytes from which on `poll` reports the socket, so that bytes that were seen
  /// do not.
  private func setLowWaterMark(_ bytes: Int) {
    var value = Int32(clamping: bytes)
    setsockopt(
      client.descriptor, SOL_SOCKET, SO_RCVLOWAT, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private static let maximumPieces = 16
}
