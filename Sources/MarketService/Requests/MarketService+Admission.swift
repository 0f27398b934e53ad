public import MarketWire

extension MarketService {
  /// Routes a request and checks everything that its header section decides: path, method, host
  /// and the presence of an identifier (API 7.1).
  ///
  /// The admission holds the route, so the request is not parsed again when its body has arrived.
  ///
  /// An upload waits here until there is memory for its body, so the call may take 10 s.
  ///
  /// - Parameters:
  ///   - head: the request; its body is ignored.
  ///   - address: the numeric address of the client; nil for a client in this process.
  ///   - scheme: the scheme, `http` or `https`, that a trusted proxy was asked with; nil without one.
  ///   - host: the host and port of URLs in the response; nil is the one that the request names.
  public func admit(
    _ head: HTTPRequest, from address: String? = nil, scheme: String? = nil, host: String? = nil
  ) -> HTTPAdmission {
    let client = address.map(ClientAddress.init) ?? .local
    let length = head.headers[.contentLength].flatMap { Int($0) }
    let admission = admit(head, from: client, scheme: scheme, host: host, bodyLength: length)
    return configuration.crossOrigin.applied(admission, to: head)
  }

  private func admit(
    _ head: HTTPRequest, from client: ClientAddress, scheme: String? = nil, host: String? = nil,
    bodyLength: Int?
  ) -> HTTPAdmission {
    var head = head
    head.body = []
    if !configuration.hasExtensions { head.headers[.idempotencyKey] = nil }
    do throws(ServiceRefusal) {
      let route = try Route(
        head, hasShopWindow: configuration.hasShopWindow,
        hasExtensions: configuration.hasExtensions)
      let base = try base(for: head, scheme: scheme, host: host)
      guard !route.needsIdentifier || head.hasIdentifier else {
        return .refuse(finished(ServiceRefusal.noIdentifier.response), bodyLimit: route.bodyLimit)
      }
      guard !route.needsIdentifier || head.hasPlainBody else {
        return .refuse(
          finished(ServiceRefusal.codedBody.response), bodyLimit: route.bodyLimit)
      }
      let length = bodyLength ?? route.bodyLimit
      guard length <= route.bodyLimit else {
        let refusal = ServiceRefusal.tooLarge(limit: route.bodyLimit)
        return .refuse(finished(refusal.response), bodyLimit: route.bodyLimit)
      }
      let place = route.isUpload ? try uploads.admit(bytes: length, from: client) : nil
      return .accept(bodyLimit: route.bodyLimit) { [head] body in
        // The place ends with the request, even if its body never arrives.
        defer { _ = place }
        var request = head
        request.body = body
        var response = self.response(to: request, by: route, base: base, from: client)
        response.facts.account = client.account.name
        response.facts.listing = response.facts.listing ?? route.listing
        return self.finished(response)
      }
    } catch {
      return .refuse(
        finished(refused(error, head, base: try? base(for: head, scheme: scheme, host: host))))
    }
  }

  /// Returns the response to a whole request.
  ///
  /// The response to HEAD has the body of the response to GET. The caller announces its length and
  /// leaves it out.
  public func respond(_ request: HTTPRequest) -> HTTPResponse {
    switch admit(request, from: .local, bodyLength: request.body.count) {
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
    to request: HTTPRequest, by route: Route, base: BaseURL, from client: ClientAddress
  ) -> HTTPResponse {
    guard route.isCompressible, configuration.hasExtensions else {
      return response(to: request, by: route, base: base, coding: .identity, from: client)
    }
    let coding = request.hasIdentifier ? .identity : ContentCoding(acceptedBy: request)
    return coding.finished(
      response(to: request, by: route, base: base, coding: coding, from: client))
  }

  private func response(
    to request: HTTPRequest, by route: Route, base: BaseURL, coding: ContentCoding,
    from client: ClientAddress
  ) -> HTTPResponse {
    do {
      return switch route {
      case .home: HomePage.response
      case .window(let part, let target):
        try window(part, target, request, base: base, coding: coding, from: client)
      case .style: WindowFile.style.response(to: request, coding: coding)
      case .icon: WindowFile.icon.response(to: request)
      case .description: OpenAPI.file.response(to: request, coding: coding)
      case .touchIcon: WindowFile.touchIcon.response(to: request)
      case .robots:
        WindowFile.robots(
          hasShopWindow: configuration.hasShopWindow, isIndexed: configuration.site.isIndexed,
          base: base
        ).response(to: request)
      case .health: healthResponse()
      // A process that answers is alive, whatever its database does.
      case .alive: CheckHealth.response(true)
      case .list(let target): try list(target, request, base: base, coding: coding, from: client)
      case .show(let id): try show(id, base: base)
      case .picture(let path): try picture(path, request)
      case .create: try create(request, base: base, from: client)
      case .edit(let id): try edit(id, request, base: base, from: client)
      case .images(let id): try replaceImages(id, request, base: base, from: client)
      case .archived(let id): try findRemovalPath(id, request, base: base, from: client)
      case .remove(let token): try remove(token, request, base: base, from: client)
      case .account: try editShop(request, from: client)
      }
    } catch {
      return refused(refusal(for: error), request, isPage: route.isPage, base: base)
    }
  }

  /// The response to a refused request: for a browser a page, unless it asked for a path of the API.
  private func refused(
    _ refusal: ServiceRefusal, _ request: HTTPRequest, isPage: Bool = false, base: BaseURL?
  ) -> HTTPResponse {
    guard let base, isPage || configuration.hasShopWindow && request.isForBuyer else {
      return refusal.response
    }
    return WindowPage.refusal(refusal, in: windowContext(request, base: base))
  }

  /// The refusal for an error; those that neither client nor load have caused are reported.
  private func refusal(for error: any Error) -> ServiceRefusal {
    switch error {
    case let refusal as ServiceRefusal: return refusal
    case let problem as RequestError: return ServiceRefusal(problem)
    case StoreError.busy, StoreError.closed: return .busy
    case StoreError.full: return .diskFull
    case StoreError.tooSlow: return .tooSlow
    default: report(error)
    }
    return switch error {
    case StoreError.unreachable: .unavailable
    case StoreError.readOnly: .readOnly
    case StoreError.outcomeUnknown: .outcomeUnknown
    default: .failed
    }
  }

  /// The scheme and host of the URLs in a response.
  private func base(
    for request: HTTPRequest, scheme: String?, host: String?
  ) throws(ServiceRefusal) -> BaseURL {
    let isTLS = scheme.map { $0 == "https" } ?? configuration.isTLS
    let requested = try BaseURL(request: request, isTLS: isTLS, host: host)
    return publicBase ?? requested
  }

  /// The response with the header that all responses carry.
  private func finished(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    if configuration.hasExtensions { response.headers[.extensions] = extensions }
    return response
  }

  /// The capabilities beyond those of the training server, announced in each response (API 7.5).
  private var extensions: String {
    configuration.hasShopWindow ? Self.allExtensions : Self.extensions
  }

  private static let extensions =
    "idempotency, sort, filter, exact-dates, revision, summary, rename, profile, photos"
  private static let allExtensions = extensions + ", pages"
}

extension HTTPRequest {
  /// Whether a vendor identifier was sent; whether it is known is checked later.
  /// Whether the body is sent as it is, without compression.
  fileprivate var hasPlainBody: Bool {
    let coding = headers["Content-Encoding"] ?? ""
    return coding.isEmpty || coding.lowercased() == "identity"
  }

  fileprivate var hasIdentifier: Bool { headers[.identifier]?.isEmpty == false }

  /// Whether a browser shows the response to a person.
  fileprivate var isForBuyer: Bool {
    method.isSafe && AcceptedValues("Accept", of: self).weight(of: "text/html") ?? 0 > 0
      && target.split(separator: "/").first != "api"
  }
}
