/// Something between client and market that loses answers.
import Foundation
import MarketServer
import MarketTestSupport
import MarketWire
import Synchronization

/// Forwards each request and waits for its answer, so that the market has done what was asked;
/// then, for some requests, closes the connection instead of passing the answer on.
final class LossyProxy: Sendable {
  /// A write that passed through, and what the market answered.
  struct Passage: Sendable {
    let method: String
    let key: String?
    let connection: Int
    let answer: HTTPResponse
    let isLost: Bool
  }

  private struct State {
    var losses: Int
    var writes: [Passage] = []
  }

  private let state: Mutex<State>
  private let target: BoundAddress
  private let method: HTTPMethod
  private let hidesExtensions: Bool

  /// - Parameters:
  ///   - losing: how many answers to requests of `method` get lost, the first ones.
  ///   - hidesExtensions: whether the client does not get to know what the market can do.
  init(
    to target: BoundAddress, losing count: Int, of method: HTTPMethod, hidesExtensions: Bool = false
  ) {
    state = Mutex(State(losses: count))
    self.target = target
    self.method = method
    self.hidesExtensions = hidesExtensions
  }

  /// Every request but a GET, in order.
  var writes: [Passage] { state.withLock { $0.writes } }

  var script: ScriptedServer.Script {
    { [self] received in
      guard let answer = try? forward(received) else { return .close }
      return isLost(received, answer)
        ? .close : .respond(answer.body, status: answer.status, headers: lines(of: answer))
    }
  }

  private func forward(_ received: ScriptedServer.Received) throws -> HTTPResponse {
    let client = try RawClient(host: target.host, port: target.port)
    client.send(received.lines.joined(separator: "\r\n") + "\r\n\r\n")
    client.send(received.body)
    guard let answer = client.response() else { throw RawClient.Failure(call: "answer", code: 0) }
    return answer.httpResponse
  }

  private func isLost(_ received: ScriptedServer.Received, _ answer: HTTPResponse) -> Bool {
    guard received.method != "GET" else { return false }
    return state.withLock { state in
      let isLost = received.method == method.rawValue && state.losses > 0
      if isLost { state.losses -= 1 }
      state.writes.append(
        Passage(
          method: received.method, key: received.header("Idempotency-Key"),
          connection: received.connection, answer: answer, isLost: isLost))
      return isLost
    }
  }

  private func lines(of answer: HTTPResponse) -> [String] {
    let ours: [HTTPHeaderName] = [.contentLength, .connection, "Date"]
    return answer.headers.fields.filter { field in
      !ours.contains(field.name) && !(hidesExtensions && field.name == .extensions)
    }.map { "\($0.name.text): \($0.value)" }
  }
}
