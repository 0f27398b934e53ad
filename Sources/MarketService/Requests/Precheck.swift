/// What can be said of a request when only its head has come.
public import MarketWire

/// The verdict on a head; an HTTP server asks for it before it reads the body.
public enum Precheck: Sendable {
  /// Answer this at once, whatever the body.
  case refuse(HTTPResponse)
  /// Read a body of at most `bodyLimit` bytes or answer 413; then, if there is an `afterSize`, it
  /// is the answer.
  case accept(bodyLimit: Int, afterSize: HTTPResponse? = nil)
}

extension MarketService {
  /// Judges a request by its head: unknown paths, methods, hosts, a missing identifier.
  ///
  /// ``respond(_:)`` does the same again, so a caller without a server need not ask.
  public func precheck(_ head: HTTPRequest) -> Precheck {
    do throws(Refusal) {
      let route = try Route(head)
      _ = try base(for: head)
      guard !route.needsIdentifier || head.hasIdentifier else {
        return .accept(
          bodyLimit: route.bodyLimit, afterSize: finished(Refusal.noIdentifier.response))
      }
      return .accept(bodyLimit: route.bodyLimit)
    } catch {
      return .refuse(finished(error.response))
    }
  }
}

extension HTTPRequest {
  /// Whether it says who asks; whether that is anybody is found out later.
  var hasIdentifier: Bool { headers[.identifier]?.isEmpty == false }
}
