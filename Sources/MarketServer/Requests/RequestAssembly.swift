import MarketWire

/// Collects a request on the thread of its connection and decides after each part what to do next.
///
/// 1. `begin` is called once, then `receive` for each part of the body, then `finish` once. After a
///    step other than `proceed`, nothing more is called.
/// 2. The handler is called once, when the headers have been checked.
/// 3. `respondAndClose` is returned only before the library has written a byte of a response.
/// 4. The body is stored once and never exceeds its limit.
final class RequestAssembly {
  enum Step {
    /// Wait for the next part.
    case proceed
    /// Respond through the library; the connection may stay open.
    case respond(HTTPResponse)
    /// Respond without the library and close the connection.
    case respondAndClose(HTTPResponse)
    /// Close the connection without a response.
    case abort
  }

  /// Facts of the request that are kept for the log.
  private struct LoggedFacts {
    var id = ""
    var userAgent = ""
    var referer = ""
    var status: Int?
    var bytesOut = 0
    var facts = ResponseFacts()
  }

  /// The source of the response.
  private enum Source {
    case undecided
    /// The response is known before the end of the request. A remaining body, possible only over
    /// TLS, is discarded.
    case known(HTTPResponse)
    /// The handler computes the response from the body.
    case computed(@Sendable (_ body: [UInt8]) -> HTTPResponse)
  }

  let connection: ClientConnection
  private let startedAt: Duration
  private var method = HTTPMethod(rawValue: "")
  private var target: String
  private var body: [UInt8] = []
  private var bodyLimit = 0
  private var source = Source.undecided
  private(set) var hasBegun = false
  private var bytesIn = 0
  private var bodyStartedAt = 0
  /// The share of ``ResponseMemory``, released when the request has ended.
  private(set) var responseMemory = 0
  private var client: ConnectionInfo
  private var logged = LoggedFacts()

  init(connection: ClientConnection, target: String, startedAt: Duration) {
    self.connection = connection
    self.target = target
    self.startedAt = startedAt
    client = ConnectionInfo(
      clientAddress: connection.addressText, isLoopback: connection.address?.isLoopback == true)
  }

  /// Checks the headers and calls the handler.
  func begin(
    method: String, version: String, fields: [(name: String, value: String)],
    in server: ServerContext
  ) -> Step {
    hasBegun = true
    logged.id = server.requestIDs.next()
    self.method = HTTPMethod(rawValue: method)
    guard !connection.exceedsLimits else {
      return respondAndClose(RequestRefusal.tooManyConnections.response)
    }
    let raw = RawHead(method: method, target: target, version: version, fields: fields)
    let head: RequestHead
    do throws(RequestRefusal) {
      head = try RequestHead(checking: raw, limits: server.configuration.limits)
    } catch {
      return respondAndClose(error.response)
    }
    target = head.target
    let request = HTTPRequest(head.method, head.target, headers: head.headers)
    identifyClient(head.headers, in: server)
    remember(head.headers)
    // An upload may wait for memory here, which is not the client's fault.
    let hasBody = head.framing.isPending
    guard !hasBody || server.connections.advance(connection, to: .handling) else { return .abort }
    let admission = server.handler(request, client)
    bodyStartedAt = server.configuration.elapsed().wholeNanoseconds
    guard !hasBody || server.connections.advance(connection, to: .body) else { return .abort }
    switch admission {
    case .refuse(let response, let limit):
      return sizeRefusal(head.framing, limit: limit) ?? refuse(response, head.framing)
    case .accept(let limit, let respond):
      if let refusal = sizeRefusal(head.framing, limit: limit) { return refusal }
      source = .computed(respond)
      return expectBody(head.framing, limit: limit)
    }
  }

  /// Refuses a request before `begin`, and returns the response.
  func refuse(
    _ refusal: RequestRefusal, method: String, in server: ServerContext
  ) -> HTTPResponse {
    hasBegun = true
    logged.id = server.requestIDs.next()
    self.method = HTTPMethod(rawValue: method)
    return recorded(refusal.response)
  }

  /// Appends a part of the body.
  func receive(_ bytes: UnsafeRawBufferPointer, in server: ServerContext) -> Step {
    bytesIn += bytes.count
    if case .known = source { return bytesIn <= Self.discardLimit ? .proceed : .abort }
    guard bytesIn <= bodyLimit else {
      body = []
      return respondAndClose(RequestRefusal.bodyTooLarge(limit: bodyLimit).response)
    }
    body.append(contentsOf: bytes)
    connection.extendBody(
      startedAt: bodyStartedAt, received: bytesIn,
      at: server.configuration.elapsed().wholeNanoseconds)
    return .proceed
  }

  /// Returns the response to the complete request.
  func finish(in server: ServerContext) -> Step {
    guard server.connections.advance(connection, to: .handling) else { return .abort }
    var response =
      switch source {
      case .known(let response): response
      case .computed(let respond): respond(body)
      case .undecided: HTTPResponse(status: 500)
      }
    // A client would read a 1xx status as an interim response.
    if !(200..<600).contains(response.status) { response = HTTPResponse(status: 500) }
    if let memory = server.responses.acquire(response.body.count) {
      responseMemory = memory
    } else {
      server.connections.closeLongestIdle { $0 == .responding }
      response = RequestRefusal.tooManyResponses.response
    }
    guard server.connections.advance(connection, to: .responding) else { return .abort }
    return .respond(recorded(response))
  }

  /// Finds the client behind a trusted proxy, and the host that it asked for.
  private func identifyClient(_ headers: HTTPHeaders, in server: ServerContext) {
    let forwarding = server.configuration.forwarding
    if connection.isProxy, let proxy = connection.address {
      let address = forwarding.client(in: headers, behind: proxy)
      client = ConnectionInfo(clientAddress: address.text, isLoopback: client.isLoopback)
      client.forwardedScheme = ForwardedAddress.scheme(in: headers)
      client.host = ForwardedAddress.host(in: headers)
    } else {
      server.reportProxy(connection.addressText, headers)
      client.host = server.host(insteadOf: headers[.host], connection)
    }
  }

  /// Remembers what the log has of the headers.
  private func remember(_ headers: HTTPHeaders) {
    if connection.isProxy { logged.id = RequestIDs.forwarded(in: headers) ?? logged.id }
    logged.userAgent = headers["User-Agent"] ?? ""
    logged.referer = headers["Referer"] ?? ""
  }

  /// The log entry of a request that ends now.
  func logEntry(in server: ServerContext) -> RequestLogEntry {
    let configuration = server.configuration
    let hasTimedOut = connection.phase == .timedOut
    var facts = logged.facts
    if logged.status == nil, hasTimedOut { facts.reason = RequestRefusal.timeout.message }
    facts.account = facts.account.map { RequestLogEntry.sanitized($0, limit: 200) }
    facts.reason = facts.reason.map { RequestLogEntry.sanitized($0, limit: 200) }
    return RequestLogEntry(
      date: configuration.now(), id: logged.id,
      method: RequestLogEntry.sanitized(method.rawValue, limit: 20),
      target: RequestLogEntry.sanitized(configuration.redact(method, target), limit: 200),
      status: logged.status ?? (hasTimedOut ? RequestRefusal.timeout.status : nil),
      bytesIn: bytesIn, bytesOut: logged.bytesOut,
      microseconds: (configuration.elapsed() - startedAt).microseconds,
      clientAddress: client.clientAddress,
      userAgent: RequestLogEntry.sanitized(logged.userAgent, limit: 200),
      // A page of this market can have a removal path in its address.
      referer: RequestLogEntry.sanitized(configuration.redact(.get, logged.referer), limit: 200),
      facts: facts)
  }

  var isHead: Bool { method == .head }

  /// The bytes of a refused body that are read and discarded over TLS.
  private static let discardLimit = 4 << 20

  private func expectBody(_ framing: BodyFraming, limit: Int) -> Step {
    guard framing.isPending else { return .proceed }
    bodyLimit = limit
    if case .length(let length) = framing { body.reserveCapacity(length) }
    return .proceed
  }

  private func sizeRefusal(_ framing: BodyFraming, limit: Int?) -> Step? {
    guard let limit, case .length(let length) = framing, length > limit else { return nil }
    return respondAndClose(RequestRefusal.bodyTooLarge(limit: limit).response)
  }

  /// Without a body, the response can go through the library and the connection can stay open.
  private func refuse(_ response: HTTPResponse, _ framing: BodyFraming) -> Step {
    guard !framing.isPending else { return respondAndClose(response) }
    source = .known(response)
    return .proceed
  }

  /// Over TLS only the library can write, and it responds at the end of the request.
  ///
  /// The rest of the body is discarded, within the time limits and `discardLimit`.
  private func respondAndClose(_ response: HTTPResponse) -> Step {
    if connection.isSecure {
      var closing = response
      closing.headers[.connection] = "close"
      source = .known(closing)
      return .proceed
    }
    return .respondAndClose(recorded(response))
  }

  /// The response with the id of the request, after noting its size for the log.
  private func recorded(_ response: HTTPResponse) -> HTTPResponse {
    logged.status = response.status
    logged.facts = response.facts
    logged.bytesOut = isHead ? 0 : response.body.count
    var response = response
    response.headers[RequestIDs.header] = logged.id
    return response
  }
}
