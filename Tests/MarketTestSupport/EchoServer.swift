/// What both ends of the transport contract agree on: a server that tells what it was sent.
public import MarketWire
import Synchronization

/// Answers by path: `/echo` with the request itself, `/status/404` with that status, `/zeros/100`
/// with so many zero bytes, `/silence` not at all.
public final class EchoServer: Sendable {
  /// A sign each time `/silence` was asked.
  public let silences: AsyncStream<Void>
  private let sign: AsyncStream<Void>.Continuation

  public init() {
    (silences, sign) = AsyncStream.makeStream()
  }

  /// nil where there is to be no answer.
  public func response(
    method: String, target: String, headers: HTTPHeaders, body: [UInt8]
  ) -> HTTPResponse? {
    let path = target.prefix { $0 != "?" }.split(separator: "/")
    let number = path.dropFirst().first.flatMap { Int($0) } ?? 0
    switch path.first {
    case "silence":
      sign.yield()
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
