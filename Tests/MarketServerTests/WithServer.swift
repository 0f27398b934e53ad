/// A server for the length of a test.
import Foundation
import MarketServer
import MarketWire

/// Starts a server on a free port of 127.0.0.1, runs `body` and stops the server whatever happens.
func withServer<Result>(
  _ change: (inout ServerConfiguration) -> Void = { _ in },
  handler: @escaping HTTPServer.Handler = describe,
  _ body: (BoundAddress) throws -> Result
) throws -> Result {
  var configuration = ServerConfiguration()
  configuration.limits.drainTime = .seconds(2)
  change(&configuration)
  let server = HTTPServer(configuration: configuration, handler: handler)
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
