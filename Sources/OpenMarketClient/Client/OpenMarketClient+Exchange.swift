/// How a call becomes a request, and an answer a value or an error.
import MarketWire

/// The facts of one call that its request does not tell.
struct Call: Sendable {
  var operation: ClientError.Operation
  /// On the configuration's time; it holds for all requests of the call.
  var deadline: Duration
  var listing: Int?
  var key: IdempotencyKey?
  var removalPath: RemovalPath?
  var retrySafety = RetrySafety.always
  var hasImages = false
  /// The state that the asker has already; the market may answer 304 then.
  var knownRevision: Int?
  /// The same for a picture: its `ETag`.
  var knownTag: String?
  var policy: RetryPolicy?
  var progress: (@Sendable (TransferProgress) -> Void)?

  init(operation: ClientError.Operation, deadline: Duration, listing: Int? = nil) {
    self.operation = operation
    self.deadline = deadline
    self.listing = listing
  }

  var isWrite: Bool { retrySafety != .always }
}

extension OpenMarketClient {
  /// When a call that begins now has to be over.
  func deadline(withImages: Bool = false) -> Duration {
    let limits = configuration.timeLimits
    return configuration.clock.elapsed()
      + (withImages ? limits.overallWithImages : limits.overall)
  }

  /// Whether the market honors keys and more; asks for its health where no answer told yet.
  func extensions(
    for operation: ClientError.Operation, deadline: Duration
  ) async throws(ClientError) -> MarketExtensions {
    if let known = extensionCache.extensions { return known }
    do throws(ClientError) {
      _ = try await exchange(CheckHealth().request, Call(operation: operation, deadline: deadline))
    } catch {
      // Without any answer the write would fail too, and then nobody knew what became of it.
      guard error.status != nil else { throw error }
    }
    extensionCache.assumeNone()
    return extensionCache.extensions ?? MarketExtensions([])
  }

  func answer<Operation: MarketOperation>(
    to operation: Operation, _ call: Call
  ) async throws(ClientError) -> Decoded<Operation.Output> {
    let request = operation.request
    let response = try await exchange(request, call)
    let answer = try reading(Operation.self, response, call)
    if request.method.isSafe { onResponse?(request, response) }
    return answer
  }

  /// The same unless the list is at the revision that the asker has: nil then.
  func answer<Operation: MarketOperation>(
    to operation: Operation, _ call: Call, unless known: Int
  ) async throws(ClientError) -> Decoded<Operation.Output>? {
    var call = call
    call.knownRevision = known
    let request = operation.request
    let response = try await exchange(request, call)
    guard response.status != 304 else { return nil }
    let answer = try reading(Operation.self, response, call)
    if request.method.isSafe { onResponse?(request, response) }
    return answer
  }

  private func reading<Operation: MarketOperation>(
    _ type: Operation.Type, _ response: HTTPResponse, _ call: Call
  ) throws(ClientError) -> Decoded<Operation.Output> {
    do throws(ResponseError) {
      return try Operation.decode(response)
    } catch {
      throw failure(call, unreadable: error, status: response.status)
    }
  }

  /// Sends a request and returns its answer if that is a success.
  func exchange(_ request: HTTPRequest, _ call: Call) async throws(ClientError) -> HTTPResponse {
    var request = request
    if request.target.hasPrefix("/") { request.target = market.url(of: request.target) }
    request.headers[.idempotencyKey] = call.key?.text
    if let known = call.knownRevision {
      request.headers[.ifNoneMatch] = MarketRevision.eTag(known)
    }
    if let tag = call.knownTag { request.headers[.ifNoneMatch] = tag }
    let response: HTTPResponse
    do throws(TransportError) {
      response = try await retrying(call).send(request, options(for: call))
    } catch {
      throw failure(call, error)
    }
    if call.operation != .image { extensionCache.learn(from: response) }
    let mayBeKnown = call.knownRevision != nil || call.knownTag != nil
    let isKnown = mayBeKnown && response.status == 304
    guard response.isSuccess || isKnown else { throw failure(call, response) }
    return response
  }

  private func retrying(_ call: Call) -> RetryingTransport {
    let limits = configuration.timeLimits
    return RetryingTransport(
      over: transport, policy: call.policy ?? configuration.retryPolicy,
      attemptLimit: call.hasImages ? limits.attemptWithImages : limits.attempt,
      clock: configuration.clock, random: configuration.random, onRetry: configuration.onRetry)
  }

  private func options(for call: Call) -> SendOptions {
    SendOptions(
      timeLimit: max(call.deadline - configuration.clock.elapsed(), .milliseconds(1)),
      freshConnection: call.retrySafety == .onlyIfUnsent, retrySafety: call.retrySafety,
      allowsCrossHostRedirects: call.operation == .image,
      maxBodyBytes: configuration.maxBodyBytes, progress: call.progress)
  }
}

extension OpenMarketClient {
  private func failure(_ call: Call, _ error: TransportError) -> ClientError {
    var failure = ClientError(
      ClientError.Code(error.code), operation: call.operation, listing: call.listing,
      key: call.key, attempts: error.attempts)
    failure.detail = redaction(call)(error.detail)
    return call.isWrite && error.wasSent ? unknown(failure) : failure
  }

  private func failure(_ call: Call, _ response: HTTPResponse) -> ClientError {
    let problem = ErrorResponse(response: response)
    let failure = ClientError(
      ClientError.Code(status: problem.status), operation: call.operation, status: problem.status,
      message: problem.message.map(redaction(call).callAsFunction), listing: call.listing,
      key: call.key, attempts: 1, retryAfter: response.retryAfter)
    let isUnclear = RetryPolicy.leavesOutcomeUnknown(status: problem.status)
    return call.isWrite && isUnclear ? unknown(failure) : failure
  }

  /// A write whose success cannot be read: the market's own "done" and the page of something in
  /// between look alike from here, so the outcome counts as unknown.
  private func failure(
    _ call: Call, unreadable problem: ResponseError, status: Int
  ) -> ClientError {
    let failure = ClientError(
      .unreadableResponse, operation: call.operation, status: status, listing: call.listing,
      key: call.key, attempts: 1, problem: problem)
    return call.isWrite ? unknown(failure) : failure
  }

  private func unknown(_ failure: ClientError) -> ClientError {
    var unknown = failure
    unknown.cause = failure.code
    unknown.code = .outcomeUnknown
    return unknown
  }

  private func redaction(_ call: Call) -> Redaction {
    Redaction(credentials: credentials, path: call.removalPath)
  }
}
