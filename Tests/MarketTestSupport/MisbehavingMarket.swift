import Foundation
import Synchronization

/// A proxy before a served market, which misbehaves on order. It can hide that the market honors
/// idempotency keys.
public final class MisbehavingMarket: Sendable {
  /// What happens to a request.
  public enum Fault: String, Sendable, CaseIterable {
    /// The connection is closed, and the market never gets the request.
    case droppedBeforeStored
    /// The market carries the request out, and the connection is closed without a response.
    case droppedAfterStored
    /// The market gets the request when its connection is closed already.
    case storedLate
    case reset
    case cutOffAnswer
    case garbage
    case status500
    /// Like `status500`, but the request was carried out.
    case status500AfterStored
    case status502
    case status503
    case status503WithRetryAfter
    case status429
    /// No response, and the market never gets the request.
    case silenceBeforeStored
    case silenceAfterStored

    /// Whether the request is carried out, sooner or later.
    public var isStored: Bool {
      switch self {
      case .droppedAfterStored, .storedLate, .reset, .cutOffAnswer, .garbage,
        .status500AfterStored, .silenceAfterStored:
        true
      case .droppedBeforeStored, .status500, .status502, .status503, .status503WithRetryAfter,
        .status429, .silenceBeforeStored:
        false
      }
    }
  }

  /// Returns what happens to a request; nil for nothing.
  public typealias Order = @Sendable (ScriptedServer.Received) -> Fault?

  fileprivate struct State {
    var port: UInt16 = 0
    var order: Order = { _ in nil }
  }

  fileprivate final class Upstream: Sendable {
    let state = Mutex(State())
    let honorsKeys: Bool

    init(honorsKeys: Bool) { self.honorsKeys = honorsKeys }
  }

  private let upstream: Upstream
  private let server: ScriptedServer

  /// - Parameters:
  ///   - url: The address of the served market, `http://127.0.0.1:PORT`.
  ///   - honorsKeys: Whether keys reach the market.
  public init(url: String, honorsKeys: Bool) throws {
    let upstream = Upstream(honorsKeys: honorsKeys)
    self.upstream = upstream
    server = try ScriptedServer { request in upstream.react(to: request) }
    move(to: url)
  }

  public var url: String { server.url }
  /// The requests so far, in order.
  public var received: [ScriptedServer.Received] { server.received }

  /// Sends further requests to another address of the market.
  public func move(to url: String) {
    let port = UInt16(url.split(separator: ":").last ?? "") ?? 0
    upstream.state.withLock { $0.port = port }
  }

  /// Sets what happens to further requests.
  public func order(_ order: @escaping Order) { upstream.state.withLock { $0.order = order } }

  public func stop() { server.stop() }
}

extension ScriptedServer.Received {
  /// Whether the request changes a listing.
  public var isWrite: Bool {
    method != "GET" && !target.contains("/archived") && !target.contains("/api/account")
  }
}

extension MisbehavingMarket.Upstream {
  func react(to request: ScriptedServer.Received) -> ScriptedServer.Reaction {
    let order = state.withLock { $0.order }
    guard let fault = order(request) else {
      return forward(request).map { .send($0) } ?? .close
    }
    if fault == .storedLate { return .closeThen { [self] in _ = forward(request) } }
    let answer = fault.isStored ? forward(request) : nil
    switch fault {
    case .droppedBeforeStored, .droppedAfterStored, .storedLate: return .close
    case .reset: return .reset
    case .cutOffAnswer: return .sendAndClose(Array((answer ?? []).dropLast(20)))
    case .garbage: return .sendAndClose(Array("garbage\r\n\r\n".utf8))
    case .status500, .status500AfterStored:
      return .respond(#"{"code":500,"message":"x"}"#, status: 500)
    case .status502: return .respond("<html>Bad Gateway</html>", status: 502)
    case .status503: return .respond("", status: 503)
    case .status503WithRetryAfter: return .respond("", status: 503, headers: ["Retry-After: 2"])
    case .status429: return .respond("", status: 429, headers: ["Retry-After: 2"])
    case .silenceBeforeStored, .silenceAfterStored: return .silence
    }
  }

  /// Sends a request to the market; nil if there is no response.
  private func forward(_ request: ScriptedServer.Received) -> [UInt8]? {
    let port = state.withLock { $0.port }
    guard let client = try? RawClient(host: "127.0.0.1", port: port) else { return nil }
    let lines = request.lines.filter { honorsKeys || !Self.isAboutKeys($0) }
    client.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + request.body)
    guard let response = client.response(toHead: request.method == "HEAD") else { return nil }
    var head = [response.statusLine]
    for field in response.fields {
      let line = "\(field.name): \(field.value)"
      if honorsKeys || !Self.isAboutKeys(line) {
        head.append(line)
      } else if field.name.lowercased() == "openmarket-extensions" {
        let words = field.value.split(separator: ",").map {
          $0.trimmingCharacters(in: .whitespaces)
        }
        let kept = words.filter { $0 != "idempotency" }
        head.append("\(field.name): \(kept.joined(separator: ", "))")
      }
    }
    return Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + response.body
  }

  private static func isAboutKeys(_ line: String) -> Bool {
    let name = line.prefix { $0 != ":" }.lowercased()
    return ["idempotency-key", "idempotency-status", "openmarket-extensions"].contains(name)
  }
}
