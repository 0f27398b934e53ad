/// A server for the length of a test.
import Foundation
import MarketServer
import MarketTestSupport
import MarketWire

/// What a server in a test is made of.
struct Setup {
  var configuration = ServerConfiguration()
  var handler: HTTPServer.Handler = describe

  static let standard = Setup()

  static func with(_ change: (inout ServerConfiguration) -> Void) -> Setup {
    var setup = Setup()
    setup.configuration.limits.drainTime = .seconds(2)
    change(&setup.configuration)
    return setup
  }

  static func answering(_ handler: @escaping HTTPServer.Handler) -> Setup {
    standard.answering(handler)
  }

  func answering(_ handler: @escaping HTTPServer.Handler) -> Setup {
    var setup = self
    setup.handler = handler
    return setup
  }
}

extension ServerConfiguration {
  /// With the clocks of this machine.
  init() {
    self.init(clock: SuspendingClock(), now: { WireDate(Date()) })
  }
}

/// Starts a server on a free port of 127.0.0.1, runs `body` and stops the server whatever happens.
func withServer<Result>(
  _ setup: Setup = .standard, _ body: (BoundAddress) throws -> Result
) throws -> Result {
  let server = HTTPServer(configuration: setup.configuration, handler: setup.handler)
  let address = try server.start()
  defer { server.stop() }
  return try body(address)
}

/// Answers with what it was asked: method, target and size of the body.
@Sendable func describe(_ request: HTTPRequest, _ facts: ConnectionFacts) -> HTTPResponse {
  .text("\(request.method.rawValue) \(request.target) \(request.body.count)")
}

/// Runs `work` on a thread of its own; wait on the result for its end.
func onThread(_ work: @escaping @Sendable () -> Void) -> DispatchSemaphore {
  let end = DispatchSemaphore(value: 0)
  Thread {
    work()
    end.signal()
  }.start()
  return end
}

extension RawClient {
  convenience init(to address: BoundAddress) throws {
    try self.init(host: address.host, port: address.port)
  }
}
