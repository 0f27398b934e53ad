import Foundation
import MarketServer
import MarketTestSupport
import MarketWire

/// The configuration and the handler of a server in a test.
struct Setup {
  var configuration = ServerConfiguration()
  var handler = describe

  static let standard = Setup()

  static func with(_ change: (inout ServerConfiguration) -> Void) -> Setup {
    var setup = Setup()
    setup.configuration.limits.drainTimeout = .seconds(2)
    change(&setup.configuration)
    return setup
  }

  static func answering(bodyLimit: Int = 64 * 1024, _ respond: @escaping Respond) -> Setup {
    standard.answering(bodyLimit: bodyLimit, respond)
  }

  func answering(bodyLimit: Int = 64 * 1024, _ respond: @escaping Respond) -> Setup {
    admitting(accepting(bodyLimit: bodyLimit, respond))
  }

  func admitting(_ handler: @escaping HTTPServer.Handler) -> Setup {
    var setup = self
    setup.handler = handler
    return setup
  }
}

/// Responds to a whole request.
typealias Respond = @Sendable (HTTPRequest, ConnectionInfo) -> HTTPResponse

/// A handler that accepts each request and hands it to `respond` together with its body.
func accepting(
  bodyLimit: Int = 64 * 1024, _ respond: @escaping Respond
) -> HTTPServer.Handler {
  { head, info in
    .accept(bodyLimit: bodyLimit) { body in
      var request = head
      request.body = body
      return respond(request, info)
    }
  }
}

/// A handler that responds with the method, the target and the size of the body.
let describe: HTTPServer.Handler = accepting { request, _ in
  .text("\(request.method.rawValue) \(request.target) \(request.body.count)")
}

extension ServerConfiguration {
  /// A configuration with the system clocks.
  init() {
    self.init(clock: SuspendingClock(), now: { WireDate(Date()) })
  }
}

/// Starts a server on a free port of 127.0.0.1, runs `body` and stops the server.
func withServer<Result>(
  _ setup: Setup = .standard, _ body: (BoundAddress) throws -> Result
) throws -> Result {
  let server = HTTPServer(configuration: setup.configuration, handler: setup.handler)
  let address = try server.start()
  defer { server.stop() }
  return try body(address)
}

/// Runs `work` on a new thread and returns a semaphore that is signaled at its end.
func onThread(_ work: @escaping @Sendable () -> Void) -> DispatchSemaphore {
  let end = DispatchSemaphore(value: 0)
  Thread {
    work()
    end.signal()
  }.start()
  return end
}

extension RawClient {
  convenience init(to address: BoundAddress, sending text: String = "") throws {
    try self.init(host: address.host, port: address.port)
    send(text)
  }

  /// Sends a GET and returns the response.
  func get(_ target: String) -> Response? {
    send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
    return response()
  }
}
