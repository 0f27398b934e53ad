/// What both ends of the transport contract agree on: a server that tells what it was sent.
import Foundation
public import MarketWire
import Synchronization

/// The server of the transport contract. It responds by path: `/echo` returns the request,
/// `/status/404` that status, `/zeros/100` that number of zero bytes, and `/silence` gets no
/// response.
public final class EchoServer: Sendable {
  /// Yields for each request of `/silence`.
  public let silentRequests: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  public init() {
    (silentRequests, continuation) = AsyncStream.makeStream()
  }

  /// Returns the response, or nil if there must be none.
  public func response(
    method: String, target: String, headers: HTTPHeaders, body: [UInt8]
  ) -> HTTPResponse? {
    let path = target.prefix { $0 != "?" }.split(separator: "/")
    let number = path.dropFirst().first.flatMap { Int($0) } ?? 0
    switch path.first {
    case "silence":
      continuation.yield()
      return nil
    case "status": return HTTPResponse(status: number, body: Array("\(number)".utf8))
    case "zeros": return HTTPResponse(status: 200, body: [UInt8](repeating: 0, count: number))
    case "headers":
      return HTTPResponse(
        status: 200, headers: ["X-Twice": "one", "x-twice": "two", "X-Blank": "  in  "],
        body: [1])
    default:
      let lines = headers.fields.map { "\($0.name.text.lowercased()): \($0.value)" }.sorted()
      let head = ([method, target] + lines + ["", ""]).joined(separator: "\n")
      return HTTPResponse(status: 200, body: Array(head.utf8) + body)
    }
  }
}

extension EchoServer {
  /// The same for a client that has a connection.
  public func reaction(to request: ScriptedServer.Received) -> ScriptedServer.Reaction {
    var headers = HTTPHeaders()
    for line in request.lines.dropFirst() {
      let colon = line.firstIndex(of: ":") ?? line.endIndex
      headers.add(
        HTTPHeaderName(String(line[..<colon])),
        line[colon...].dropFirst().trimmingCharacters(in: .whitespaces))
    }
    guard
      let response = response(
        method: request.method, target: request.target, headers: headers, body: request.body)
    else { return .silence }
    guard response.status != 304 else {
      return .send(Array("HTTP/1.1 304 Not Modified\r\n\r\n".utf8))
    }
    return .respond(
      response.body, status: response.status,
      headers: response.headers.fields.map { "\($0.name.text): \($0.value)" })
  }
}
