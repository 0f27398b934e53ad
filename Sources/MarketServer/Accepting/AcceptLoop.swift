import Base
import CMicroHTTPD
import Foundation
import MarketWire

/// Accepts connections and passes each to the library when its first header section has arrived.
///
/// 1. A descriptor in `pending` belongs to this thread until it is passed on, refused or closed.
/// 2. It never blocks except in `poll`; a refused connection gets a thread of its own.
/// 3. When descriptors run out it stops accepting until a connection closes, at most 100 ms.
struct AcceptLoop {
  let listening: Int32
  let libraries: LibraryHandles
  let server: ServerContext
  /// The connections that leave descriptors for files.
  let slots: Int
  private var pending: [PendingConnection] = []
  private var isOutOfDescriptors = false
  private var buffer: [UInt8]

  init(listening: Int32, libraries: LibraryHandles, server: ServerContext, slots: Int) {
    self.listening = listening
    self.libraries = libraries
    self.server = server
    self.slots = slots
    let limits = server.configuration.limits
    buffer = [UInt8](repeating: 0, count: 2 * (limits.requestLineBytes + limits.headerBytes))
  }

  mutating func run() {
    while !server.wake.isStopping { waitOnce() }
    // A request that has arrived is still answered.
    inspect { _ in true }
    for connection in pending { drop(connection) }
    close(listening)
  }

  private mutating func waitOnce() {
    let canAccept = hasRoom()
    server.wake.awaitRoom(!canAccept)
    var entries = [
      pollfd(fd: server.wake.reader, events: Int16(POLLIN), revents: 0),
      pollfd(fd: canAccept ? listening : -1, events: Int16(POLLIN), revents: 0),
    ]
    entries += pending.map {
      pollfd(fd: $0.client.descriptor, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&entries, nfds_t(entries.count), canAccept ? -1 : 100) >= 0 else { return }
    isOutOfDescriptors = false
    if entries[0].revents != 0 { server.wake.drain() }
    inspect { entries[$0 + 2].revents != 0 }
    if entries[1].revents != 0 { acceptAll() }
  }

  /// Whether a descriptor is left for another connection, after closing an idle one if needed.
  private func hasRoom() -> Bool {
    guard !isOutOfDescriptors else { return false }
    guard server.connections.count >= slots else { return true }
    server.connections.closeLongestIdle()
    return false
  }

  private mutating func acceptAll() {
    // The pending connections get their turn between two batches.
    for _ in 0..<32 where hasRoom() {
      var peer = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let descriptor = withUnsafeMutableBytes(of: &peer) { bytes in
        accept(listening, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
      }
      guard descriptor >= 0 else {
        isOutOfDescriptors = [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno)
        return
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      add(descriptor, peer, length)
    }
  }

  private mutating func add(
    _ descriptor: Int32, _ peer: sockaddr_storage, _ length: socklen_t
  ) {
    let address = withUnsafeBytes(of: peer) { bytes in
      bytes.assumingMemoryBound(to: sockaddr.self).baseAddress.flatMap { IPAddress($0) }
    }
    guard let client = server.connections.open(descriptor, from: address) else {
      close(descriptor)
      return
    }
    let connection = PendingConnection(client: client, peer: peer, peerLength: length)
    // Encrypted bytes show nothing.
    if client.isSecure { pass(connection) } else { pending.append(connection) }
  }

  /// Looks at the pending connections whose index fulfills `isReady`.
  private mutating func inspect(_ isReady: (Int) -> Bool) {
    var waiting: [PendingConnection] = []
    for (index, connection) in pending.enumerated() {
      guard isReady(index) else {
        waiting.append(connection)
        continue
      }
      var connection = connection
      let client = connection.client
      let next = connection.inspect(
        into: &buffer, limits: server.configuration.limits
      ) {
        server.connections.advance(client, to: .headers)
      }
      switch next {
      case .wait: waiting.append(connection)
      case .close: drop(connection)
      case .pass: pass(connection)
      case .refuse(let refusal, let line): refuse(connection, refusal, requestLine: line)
      }
    }
    pending = waiting
  }

  private func pass(_ connection: PendingConnection) {
    connection.resetLowWaterMark()
    // The library has closed the descriptor if it fails.
    if !libraries.current.add(connection) { server.connections.close(connection.client) }
  }

  private func drop(_ connection: PendingConnection) {
    server.connections.close(connection.client)
    close(connection.client.descriptor)
  }

  private func refuse(
    _ connection: PendingConnection, _ refusal: RequestRefusal, requestLine: [Substring]
  ) {
    let client = connection.client
    let refused = RefusedRequest(client: client, requestLine: requestLine, refusal: refusal)
    server.refusals.enter()
    let end: @Sendable () -> Void = { [server] in
      server.connections.close(client)
      close(client.descriptor)
      server.refusals.leave()
    }
    let isStarted = startThread(stackSize: 256 * 1024) { [server] in
      refused.respond(in: server)
      end()
    }
    // Answering here would hold back all other connections.
    if !isStarted { end() }
  }
}
