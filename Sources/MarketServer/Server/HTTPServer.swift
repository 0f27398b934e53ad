public import MarketWire
import Synchronization

/// An HTTP/1.1 server for one handler, with the protection that a public server needs.
///
/// 1. A server is started once and stopped once. A stopped server cannot be started again.
/// 2. The caller that starts a server must stop it. Releasing the value does not stop it.
/// 3. The handler gets only requests that are valid and within the limits. The server refuses all
///    others with `{"code":…,"message":…}` and closes the connection.
/// 4. Each connection has a thread, so a slow request delays no other connection. Over TLS up to 128
///    threads share the connections, and a slow request delays those of its thread. The requests of
///    one connection are handled one after the other.
///
/// libmicrohttpd treats some requests in ways that a strict server does not:
///
/// - It responds with HTML, often without a line in the log: 400 to a header line without a colon or a
///   request line without a version, 505 to a version other than 1.x, 414 or 431 to a target or header
///   section beyond its memory, and 500 to a chunk extension beyond it.
/// - It closes the connection, sometimes without a response: a space before the request line, a
///   `Content-Length` that is not a number, malformed chunks, a query with thousands of parameters.
/// - It accepts input that a strict server refuses: a field without a name is dropped, and a single
///   LF or CR ends a line.
/// - It sends two header sections to a `Content-Length` such as `+2`, joins folded header lines, and
///   ends a text at a NUL.
///
/// The server looks at the first header section of a connection before the library reads it, and
/// refuses all of these itself, apart from those in the body and the single LF. It cannot do so for
/// later requests of a connection, for TLS, or for a header section that arrives in more than 16
/// pieces. A public server therefore belongs behind a reverse proxy, which refuses all of them.
public final class HTTPServer: Sendable {
  /// Decides about a request when its header section has arrived and passed the server's checks.
  ///
  /// The server calls it once per request, on the thread of the connection. The request has no
  /// body yet. The closure of an accepted request is called on the same thread with the body.
  ///
  /// The response to HEAD has the body of the response to GET: the server announces its length and
  /// does not send it. The server sets `Content-Length`, `Date` and `Transfer-Encoding` itself. A
  /// response with `Connection: close` closes the connection.
  public typealias Handler = @Sendable (_ head: HTTPRequest, ConnectionInfo) -> HTTPAdmission

  private enum State {
    case ready
    case running(Daemon)
    case stopped
  }

  private let configuration: ServerConfiguration
  private let handler: Handler
  private let state = Mutex(State.ready)
  private let current: Mutex<TLSIdentity?>

  public init(configuration: ServerConfiguration, handler: @escaping Handler) {
    self.configuration = configuration
    self.handler = handler
    current = Mutex(configuration.identity)
  }

  /// Starts to listen and to respond.
  ///
  /// - Returns: the address and port that were bound.
  public func start() throws(ServerError) -> BoundAddress {
    try state.withLock { state throws(ServerError) in
      guard case .ready = state else { throw .alreadyStarted }
      let context = try ServerContext(configuration: configuration, handler: handler)
      let isSecure = configuration.identity != nil
      let socket =
        if let descriptor = configuration.listeningDescriptor {
          try ListeningSocket(adopting: descriptor, isSecure: isSecure)
        } else {
          try ListeningSocket(
            host: configuration.host, port: configuration.port, isSecure: isSecure)
        }
      state = .running(try Daemon(serving: socket, context: context))
      return socket.bound
    }
  }

  /// Checks whether a server could listen at an address, and leaves it free.
  public static func checkAddress(host: String, port: UInt16) throws(ServerError) {
    try ListeningSocket.check(host: host, port: port)
  }

  /// Uses another certificate for new connections; no connection is closed.
  ///
  /// - Throws: `.identityRefused` if certificate and key cannot be used; the former ones then stay.
  ///   `.notSecure` if the server was started without a certificate or is not running.
  public func replaceIdentity(_ identity: TLSIdentity) throws(ServerError) {
    let running: Daemon? = state.withLock { state in
      guard case .running(let daemon) = state else { return nil }
      return daemon
    }
    guard let running, configuration.identity != nil else { throw .notSecure }
    try running.replaceIdentity(identity)
    current.withLock { $0 = identity }
  }

  /// The certificate that new connections get; nil for plain HTTP.
  public var identity: TLSIdentity? { current.withLock { $0 } }

  /// The number of open connections.
  public var connectionCount: Int {
    state.withLock { state in
      guard case .running(let daemon) = state else { return 0 }
      return daemon.connectionCount
    }
  }

  /// Stops accepting connections, waits for running requests and returns when all threads of the
  /// server have ended.
  ///
  /// Connections whose requests take longer than ``ServerLimits/drainTimeout`` are shut down. The
  /// call blocks, so async code must run it on a separate thread. A handler must not call it, and a
  /// handler that never returns blocks it. Without a preceding ``start()`` it does nothing.
  public func stop() {
    let daemon: Daemon? = state.withLock { state in
      guard case .running(let daemon) = state else { return nil }
      state = .stopped
      return daemon
    }
    daemon?.stop()
  }
}
