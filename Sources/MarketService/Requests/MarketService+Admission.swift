import MarketStore
public import MarketWire

extension MarketService {
  /// Routes a request and checks everything that its header section decides: path, method, host
  /// and the presence of an identifier (API 7.1).
  ///
  /// The admission holds the route, so the request is not parsed again when its body has arrived.
  ///
  /// - Parameter head: the request; its body is ignored.
  public func admit(_ head: HTTPRequest) -> HTTPAdmission {
    var head = head
    head.body = []
    if !configuration.hasExtensions { head.headers[.idempotencyKey] = nil }
    do throws(ServiceRefusal) {
      let route = try Route(head)
      let base = try base(for: head)
      guard !route.needsIdentifier || head.hasIdentifier else {
        return .refuse(finished(ServiceRefusal.noIdentifier.response), bodyLimit: route.bodyLimit)
      }
      return .accept(bodyLimit: route.bodyLimit) { [head] body in
        var request = head
        request.body = body
        return self.finished(self.response(to: request, by: route, base: base))
      }
    } catch {
      return .refuse(finished(error.response))
    }
  }

  /// Returns the response to a whole request.
  ///
  /// The response to HEAD has the body of the response to GET. The caller announces its length and
  /// leaves it out.
  public func respond(_ request: HTTPRequest) -> HTTPResponse {
    switch admit(request) {
    case .refuse(let response, let limit):
      return sizeRefusal(request, limit: limit) ?? response
    case .accept(let limit, let respond):
      return sizeRefusal(request, limit: limit) ?? respond(request.body)
    }
  }

  private func sizeRefusal(_ request: HTTPRequest, limit: Int?) -> HTTPResponse? {
    guard let limit, request.body.count > limit else { return nil }
    return finished(ServiceRefusal.tooLarge(limit: limit).response)
  }

  private func response(
    to request: HTTPRequest, by route: Route, base: BaseURL
  ) -> HTTPResponse {
    do {
      return switch route {
      case .home: HomePage.response
      case .health: health()
      case .list(let target): try list(target, request, base: base)
      case .show(let id): try show(id, base: base)
      case .picture(let path): try picture(path, request)
      case .create: try create(request, base: base)
      case .edit(let id): try edit(id, request, base: base)
      case .archived(let id): try findRemovalPath(id, request, base: base)
      case .remove(let token): try remove(token, request, base: base)
      }
    } catch let refusal as ServiceRefusal {
      return refusal.response
    } catch {
      return refusal(for: error).response
    }
  }

  /// The refusal for a failure that the client did not cause.
  private func refusal(for error: any Error) -> ServiceRefusal {
    switch error {
    case StoreError.busy, StoreError.closed: return .busy
    case StoreError.full: return .diskFull
    case let error as FileError where error.isFull: return .diskFull
    default:
      report(error)
      return .failed
    }
  }

  /// The scheme and host of the URLs in a response.
  private func base(for request: HTTPRequest) throws(ServiceRefusal) -> BaseURL {
    let requested = try BaseURL(request: request, isTLS: configuration.isTLS)
    return publicBase ?? requested
  }

  /// The response with the header that all responses carry.
  private func finished(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    if configuration.hasExtensions { response.headers[.extensions] = Self.extensions }
    return response
  }

  /// The capabilities beyond those of the training server, announced in each response (API 7.5).
  private static let extensions = "idempotency, sort, filter, exact-dates, revision, summary"
}

extension HTTPRequest {
  /// Whether a vendor identifier was sent; whether it is known is checked later.
  fileprivate var hasIdentifier: Bool { headers[.identifier]?.isEmpty == false }
}
