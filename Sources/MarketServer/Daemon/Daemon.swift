import CMicroHTTPD
import Foundation

/// The daemons of libmicrohttpd ("the library") that serve one listening socket, started once and
/// stopped once.
///
/// 1. Each daemon holds one reference to the `ServerContext`, released after it has stopped.
/// 2. Each connection holds one reference to its `ClientConnection`, from opened to closed.
/// 3. Each request holds one reference to its `RequestAssembly`, from the request line to
///    `completed`. The library calls `completed` for every request whose line it has passed on.
/// 4. A `deinit` never stops a daemon: stopping joins threads, and one of them may be running
///    that `deinit`.
///
struct Daemon: Sendable {
  private let libraries: LibraryHandles
  private let context: ServerContext
  private let accepting: AcceptThread
  private let timeouts = TimeoutThread()

  /// Starts to serve on `socket`, and closes it later, also if this throws.
  init(serving socket: ListeningSocket, context: ServerContext) throws(ServerError) {
    do throws(ServerError) {
      libraries = LibraryHandles(
        try Self.start(context, identity: context.configuration.identity))
    } catch {
      close(socket.descriptor)
      throw error
    }
    self.context = context
    accepting = AcceptThread(wake: context.wake)
    do throws(ServerError) {
      try startThreads(socket)
    } catch {
      stop(libraries.end())
      close(socket.descriptor)
      throw error
    }
  }

  /// Starts all threads, or none.
  private func startThreads(_ socket: ListeningSocket) throws(ServerError) {
    try context.log.start()
    do throws(ServerError) {
      let limits = context.configuration.limits
      try timeouts.start(over: context.connections, every: TimeoutThread.interval(for: limits))
    } catch {
      context.log.stop()
      throw error
    }
    do throws(ServerError) {
      try accepting.start(socket, libraries: libraries, server: context)
    } catch {
      timeouts.stop()
      context.log.stop()
      throw error
    }
  }

  /// Serves new connections with another certificate; the open ones keep theirs.
  func replaceIdentity(_ identity: TLSIdentity) throws(ServerError) {
    let new = try Self.start(context, identity: identity)
    stop(libraries.replace(by: new))
  }

  var connectionCount: Int { context.connections.count }

  /// Stops accepting connections, waits for running requests up to the drain timeout, shuts down
  /// the remaining connections and waits for all threads.
  ///
  /// Must be called once.
  func stop() {
    accepting.stop()
    context.connections.drain(within: context.configuration.limits.drainTimeout)
    timeouts.stop()
    context.connections.abortAll()
    stop(libraries.end())
    context.refusals.wait()
    context.log.stop()
  }

  private func stop(_ handles: [LibraryHandle]) {
    for handle in handles {
      handle.stop()
      Unmanaged.passUnretained(context).release()
    }
  }

  private static func start(
    _ context: ServerContext, identity: TLSIdentity?
  ) throws(ServerError) -> LibraryHandle {
    let limits = context.configuration.limits
    let reference = Unmanaged.passRetained(context)
    var setup = market_daemon_setup()
    // The accept thread closes connections beyond this number.
    var connections = limits.connections + ConnectionTable.refusedConnections
    if identity != nil {
      // GnuTLS keeps memory for each thread that ever used it, so the number of threads is fixed.
      setup.workers = UInt32(
        clamping: DescriptorBudget.workers(for: context.configuration.slots))
      // The library gives each thread an equal share of the limit; the load may be uneven.
      connections *= 4
    }
    setup.connection_limit = UInt32(clamping: connections)
    // Headers beyond this memory get an HTML response from the library. The margin lets the server
    // refuse most of them with its own.
    setup.connection_memory = max(64 * 1024, 2 * (limits.requestLineBytes + limits.headerBytes))
    setup.stack_size = 1024 * 1024
    setup.context = reference.toOpaque()
    setup.target_received = targetReceived
    setup.request = requestPartReceived
    setup.completed = requestCompleted
    setup.connection = connectionChanged
    guard let handle = start(&setup, identity) else {
      let code = errno
      reference.release()
      if identity == nil { throw .callFailed(name: "MHD_start_daemon", code: code) }
      throw MHD_is_feature_supported(.FEATURE_TLS) == .YES ? .identityRefused : .noTLS
    }
    return LibraryHandle(daemon: handle)
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
}
