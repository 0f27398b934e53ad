/// The library's daemon: started once, stopped once.
import CMicroHTTPD

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Owns the library's handle.
///
/// 1. The library holds one reference to the `ServerContext`, given back after it has stopped.
/// 2. Each connection holds one reference to its `ClientConnection`, from opened to closed.
/// 3. Each request holds one to its `RequestAssembly`, from the request line to completed; the
///    library promises `completed` for every request whose line it has shown us.
/// 4. Never stopped in a `deinit`: stopping joins threads, one of which may be running that deinit.
///
/// `@unchecked Sendable`: the handle is a constant that the library accepts from any thread.
struct Daemon: @unchecked Sendable {
  private let handle: OpaquePointer
  private let core: ServerContext
  private let reaper = TimeoutThread()

  /// Begins to serve on `socket`, which from now on is this daemon's to close.
  init(serving socket: ListeningSocket, core: ServerContext) throws(ServerError) {
    let limits = core.configuration.limits
    let context = Unmanaged.passRetained(core)
    var setup = market_daemon_setup()
    setup.listening_socket = socket.descriptor
    // Above ours, so that there is a connection left on which to say 503.
    setup.connection_limit = UInt32(clamping: limits.connections + 64)
    setup.address_limit = UInt32(clamping: limits.connectionsPerAddress + 32)
    // The library answers headers beyond its memory with HTML: leave room to answer with ours.
    setup.connection_memory = max(64 * 1024, 2 * (limits.requestLineBytes + limits.headerBytes))
    setup.stack_size = 1024 * 1024
    setup.context = context.toOpaque()
    setup.target_received = targetReceived
    setup.request = requestPieceReceived
    setup.completed = requestCompleted
    setup.connection = connectionChanged
    let identity = core.configuration.identity
    guard let handle = Self.start(&setup, identity) else {
      let code = errno
      context.release()
      close(socket.descriptor)
      if identity == nil { throw .callFailed(name: "MHD_start_daemon", code: code) }
      throw MHD_is_feature_supported(.FEATURE_TLS) == .YES ? .identityRefused : .noTLS
    }
    self.handle = handle
    self.core = core
    reaper.start(over: core.table, every: TimeoutThread.interval(for: limits))
  }

  private static func start(
    _ setup: inout market_daemon_setup, _ identity: TLSIdentity?
  ) -> OpaquePointer? {
    guard let identity else { return market_daemon_start(&setup) }
    return identity.certificate.withCString { certificate in
      identity.key.withCString { key in
        setup.certificate = certificate
        setup.key = key
        return market_daemon_start(&setup)
      }
    }
  }

  /// Stops accepting, lets requests finish for the drain time, ends the rest and waits for every
  /// thread. Called once.
  func stop() {
    let listening = MHD_quiesce_daemon(handle)
    // Refuses those who wait to be accepted; closed only when no thread can use it any more.
    if listening >= 0 { ClientSocket.shutDown(listening) }
    core.table.drain(within: core.configuration.limits.drainTimeout)
    reaper.stop()
    MHD_stop_daemon(handle)
    if listening >= 0 { close(listening) }
    Unmanaged.passUnretained(core).release()
  }
}
