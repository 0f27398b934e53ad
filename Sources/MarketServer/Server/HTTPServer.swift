/// A small HTTP/1.1 server for one handler, with the protection that a public server needs.
public import MarketWire
import Synchronization

/// Serves HTTP requests on one address by a thread a connection.
///
/// 1. A server is started once and stopped once; a stopped one stays stopped.
/// 2. Whoever starts a server stops it: dropping the value neither stops nor harms it.
/// 3. A request reaches the handler only whole, sound and within the limits; everything else is
///    answered here with `{"code":…,"message":…}` and the end of the connection.
/// 4. Requests of one connection are handled one after the other, those of different connections at
///    the same time: a slow one keeps nobody else waiting.
///
/// Some answers are the library's own and carry HTML, because it gives them before it shows us the
/// request: 400 to a header line without a colon or a request line without a version, 505 to
/// another version than 1.x, 431 and 414 to a header section or target beyond its memory, which is
/// more than twice what ours allows. A blank at the start of a request line, a `Content-Length` that
/// is no number, broken chunks and a query of thousands of parameters end the connection, some of
/// them without an answer. Folded header lines are joined, a field without a name is dropped, a bare
/// LF or CR ends a line, and a NUL ends the text before it: a public server stands behind a reverse
/// proxy.
public final class HTTPServer: Sendable {
  /// Decides about a request when its header section has arrived and passed the server's checks.
  ///
  /// It is called once per request, on the connection's thread, and the request has no body yet.
  /// The closure of an accepted request is called on the same thread with the body. A handler
  /// responds to HEAD as to GET, with the body: the server announces its length and does not send
  /// it. `Content-Length`, `Date` and `Transfer-Encoding` of a response are set by the server, and
  /// `Connection: close` closes the connection.
  public typealias Handler = @Sendable (_ head: HTTPRequest, ConnectionInfo) -> HTTPAdmission

  private enum State {
    case ready
    case running(Daemon)
    case stopped
  }

  private let configuration: ServerConfiguration
  private let handler: Handler
  private let state = Mutex(State.ready)

  public init(configuration: ServerConfiguration, handler: @escaping Handler) {
    self.configuration = configuration
    self.handler = handler
  }

  /// Begins to listen and to answer.
  /// - Returns: the address and port that were bound.
  public func start() throws(ServerError) -> BoundAddress {
    try state.withLock { state throws(ServerError) in
      guard case .ready = state else { throw .alreadyStarted }
      let socket = try ListeningSocket(
        host: configuration.host, port: configuration.port,
        isSecure: configuration.identity != nil)
      let core = ServerContext(configuration: configuration, handler: handler)
      state = .running(try Daemon(serving: socket, core: core))
      return socket.bound
    }
  }

  /// Stops accepting, lets the requests under way finish (for the drain time of the limits; after
  /// it their connections are shut down), and returns when no thread of the server is left.
  ///
  /// It blocks, so an async caller needs a thread for it; a handler must not call it, and one that
  /// never returns keeps it waiting. Before ``start()`` and after itself it does nothing.
  public func stop() {
    let daemon: Daemon? = state.withLock { state in
      guard case .running(let daemon) = state else { return nil }
      state = .stopped
      return daemon
    }
    daemon?.stop()
  }
}
