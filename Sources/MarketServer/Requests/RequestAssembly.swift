/// One request from its request line to its answer.
import MarketWire

/// Collects a request on the thread of its connection and says after each piece what to do.
///
/// 1. `begin` comes once, then `receive` for each piece of the body, then `finish` once; after a
///    step that is not `goOn`, nothing more comes.
/// 2. A connection is refused (answered by us and closed) before a byte of the library's answer.
/// 3. The body is held once and never larger than its limit.
final class RequestAssembly {
  enum Step {
    /// Wait for the next piece.
    case goOn
    /// Answer through the library; the connection may live on.
    case answer(HTTPResponse)
    /// Answer past the library and end the connection.
    case refuse(HTTPResponse)
    /// The connection is dead already.
    case abandon
  }

  /// How the response comes about.
  private enum Outcome {
    case undecided
    /// The response is known before the end of the request: the request has no body, or it came
    /// over TLS and its body is discarded.
    case known(HTTPResponse)
    /// The handler computes it from the body.
    case computed(@Sendable (_ body: [UInt8]) -> HTTPResponse)
  }

  let connection: ClientConnection
  private var target: String
  private let startedAt: Duration
  private let facts: ConnectionInfo
  private var method = HTTPMethod(rawValue: "")
  private var body: [UInt8] = []
  private var bodyLimit = 0
  private var outcome = Outcome.undecided
  private(set) var hasBegun = false
  private(set) var status: Int?
  private var bytesIn = 0
  private var bytesOut = 0

  init(connection: ClientConnection, target: String, startedAt: Duration) {
    self.connection = connection
    self.target = target
    self.startedAt = startedAt
    facts = connection.nextFacts()
  }

  /// Judges the headers.
  func begin(
    method: String, version: String, fields: [(name: String, value: String)], in core: ServerContext
  ) -> Step {
    hasBegun = true
    self.method = HTTPMethod(rawValue: method)
    guard !connection.exceedsLimits else {
      return refuse(RequestRefusal.tooManyConnections.response)
    }
    let raw = RawHead(method: method, target: target, version: version, fields: fields)
    let head: RequestHead
    do throws(RequestRefusal) {
      head = try RequestHead(checking: raw, limits: core.configuration.limits)
    } catch {
      return refuse(error.response)
    }
    target = head.target
    let request = HTTPRequest(head.method, head.target, headers: head.headers)
    switch core.handler(request, facts) {
    case .refuse(let response, let limit):
      if let refusal = refusalOfLength(head.framing, limit: limit) { return refusal }
      return turnAway(response, head.framing)
    case .accept(let limit, let respond):
      if let refusal = refusalOfLength(head.framing, limit: limit) { return refusal }
      outcome = .computed(respond)
      return expectBody(head.framing, limit: limit, in: core)
    }
  }

  /// Takes a piece of the body.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Step {
    bytesIn += bytes.count
    if case .known = outcome { return bytesIn <= Self.wasteLimit ? .goOn : .abandon }
    guard bytesIn <= bodyLimit else {
      body = []
      return refuse(RequestRefusal.bodyTooLarge(limit: bodyLimit).response)
    }
    body.append(contentsOf: bytes)
    return .goOn
  }

  /// Has the complete request answered.
  func finish(in core: ServerContext) -> Step {
    guard core.table.advance(connection.descriptor, to: .handling) else { return .abandon }
    var response =
      switch outcome {
      case .known(let response): response
      case .computed(let respond): respond(body)
      case .undecided: HTTPResponse(status: 500)
      }
    // An answer outside the range would be taken for something else on the wire.
    if !(200..<600).contains(response.status) { response = HTTPResponse(status: 500) }
    guard core.table.advance(connection.descriptor, to: .answering) else { return .abandon }
    note(response)
    return .answer(response)
  }

  /// The request for the log, once it is over.
  func entry(at now: Duration, hasTimedOut: Bool, in core: ServerContext) -> RequestLogEntry {
    let redacted = core.configuration.redact(method, target)
    return RequestLogEntry(
      method: RequestLogEntry.cleaned(method.rawValue, limit: 20),
      target: RequestLogEntry.cleaned(redacted, limit: 200),
      status: status ?? (hasTimedOut ? RequestRefusal.tooSlow.status : nil),
      bytesIn: bytesIn, bytesOut: bytesOut,
      microseconds: (now - startedAt).microseconds, peer: connection.peer)
  }

  var isHead: Bool { method == .head }

  /// Bytes of a refused body that are read and thrown away over TLS.
  private static let wasteLimit = 4 << 20

  private func expectBody(_ framing: BodyFraming, limit: Int, in core: ServerContext) -> Step {
    guard framing.isPending else { return .goOn }
    bodyLimit = limit
    if case .length(let length) = framing { body.reserveCapacity(length) }
    return core.table.advance(connection.descriptor, to: .body) ? .goOn : .abandon
  }

  /// With no body to come, the answer can take the usual way and the connection may live on.
  private func turnAway(_ response: HTTPResponse, _ framing: BodyFraming) -> Step {
    guard !framing.isPending else { return refuse(response) }
    outcome = .known(response)
    return .goOn
  }

  private func refusalOfLength(_ framing: BodyFraming, limit: Int?) -> Step? {
    guard let limit, case .length(let length) = framing, length > limit else { return nil }
    return refuse(RequestRefusal.bodyTooLarge(limit: limit).response)
  }

  /// Over TLS nothing can be written past the library, which answers when the request is whole:
  /// what is left of it is thrown away, up to a size and within the time limits.
  private func refuse(_ response: HTTPResponse) -> Step {
    if connection.isSecure {
      var closing = response
      closing.headers[.connection] = "close"
      outcome = .known(closing)
      return .goOn
    }
    note(response)
    return .refuse(response)
  }

  private func note(_ response: HTTPResponse) {
    status = response.status
    bytesOut = isHead ? 0 : response.body.count
  }
}
