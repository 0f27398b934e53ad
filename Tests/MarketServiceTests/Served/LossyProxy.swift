import Foundation
import MarketServer
import MarketTestSupport
import MarketWire
import Synchronization

/// A proxy that loses responses.
///
/// It forwards each request and waits for the response. For some requests it then closes the
/// connection instead of forwarding the response, although the market has done the write.
final class LossyProxy: Sendable {
  /// A forwarded write and the market's response.
  struct Exchange: Sendable {
    let method: String
    let key: String?
    let connection: Int
    let response: HTTPResponse
    let isLost: Bool
  }

  private struct State {
    var remainingLosses: Int
    var writes: [Exchange] = []
  }

  private let state: Mutex<State>
  private let target: BoundAddress
  private let method: HTTPMethod
  private let hidesExtensions: Bool

  /// - Parameters:
  ///   - losing: the number of responses to requests of `method` to lose, starting with the first.
  ///   - hidesExtensions: whether to remove the header that announces the extensions.
  init(
    to target: BoundAddress, losing count: Int, of method: HTTPMethod, hidesExtensions: Bool = false
  ) {
    state = Mutex(State(remainingLosses: count))
    self.target = target
    self.method = method
    self.hidesExtensions = hidesExtensions
  }

  /// All requests except GET, in order.
  var writes: [Exchange] { state.withLock { $0.writes } }

  var script: ScriptedServer.Script {
    { [self] received in
      guard let response = try? forward(received) else { return .close }
      return isLost(received, response)
        ? .close : .respond(response.body, status: response.status, headers: lines(of: response))
    }
  }

  private func forward(_ received: ScriptedServer.Received) throws -> HTTPResponse {
    let client = try RawClient(host: target.host, port: target.port)
    client.send(received.lines.joined(separator: "\r\n") + "\r\n\r\n")
    client.send(received.body)
    guard let answer = client.response() else { throw RawClient.Failure(call: "answer", code: 0) }
    return answer.httpResponse
  }

  private func isLost(_ received: ScriptedServer.Received, _ response: HTTPResponse) -> Bool {
    guard received.method != "GET" else { return false }
    return state.withLock { state in
      let isLost = received.method == method.rawValue && state.remainingLosses > 0
      if isLost { state.remainingLosses -= 1 }
      state.writes.append(
        Exchange(
          method: received.method, key: received.header("Idempotency-Key"),
          connection: received.connection, response: response, isLost: isLost))
      return isLost
    }
  }

  private func lines(of response: HTTPResponse) -> [String] {
    let framing: [HTTPHeaderName] = [.contentLength, .connection, "Date"]
    return response.headers.fields.filter { field in
      !framing.contains(field.name) && !(hidesExtensions && field.name == .extensions)
    }.map { "\($0.name.text): \($0.value)" }
  }
}
