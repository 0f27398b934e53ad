import MarketWire

/// The properties of a call that its requests do not contain.
struct Call: Sendable {
  var operation: ClientError.Operation
  /// The end of the call, with all its requests, on the clock of the configuration.
  var deadline: Duration
  var listing: Int?
  var key: IdempotencyKey?
  var removalPath: RemovalPath?
  var retrySafety = RetrySafety.always
  var hasImages = false
  /// The revision that the caller has; the market may return 304.
  var knownRevision: Int?
  /// The `ETag` of the image that the caller has; the host may return 304.
  var knownTag: String?
  var policy: RetryPolicy?
  var progress: (@Sendable (TransferProgress) -> Void)?

  var isWrite: Bool { retrySafety != .always }
}

extension OpenMarketClient {
  /// Returns the deadline of a call that begins now.
  func deadline(withImages: Bool = false) -> Duration {
    let limits = configuration.timeLimits
    return configuration.clock.elapsed()
      + (withImages ? limits.overallWithImages : limits.overall)
  }

  /// Returns the extensions of the market, with a health check if they are unknown.
  func extensions(
    for operation: ClientError.Operation, deadline: Duration
  ) async throws(ClientError) -> MarketExtensions {
    if let known = extensionCache.extensions { return known }
    do throws(ClientError) {
      _ = try await exchange(CheckHealth().request, Call(operation: operation, deadline: deadline))
    } catch {
      // Without a response, a following write would fail as well, with an unknown outcome.
      guard error.status != nil else { throw error }
    }
    extensionCache.assumeNone()
    return extensionCache.extensions ?? MarketExtensions([])
  }

  /// Sends an operation and decodes its response.
  func output<Operation: MarketOperation>(
    of operation: Operation, _ call: Call
  ) async throws(ClientError) -> Decoded<Operation.Output> {
    let request = operation.request
    let answer = try await exchange(request, call)
    return try decode(Operation.self, answer, of: request, call)
  }

  /// Returns the same, or nil if the list has not changed since a revision.
  func output<Operation: MarketOperation>(
    of operation: Operation, _ call: Call, ifChangedSince revision: Int
  ) async throws(ClientError) -> Decoded<Operation.Output>? {
    var call = call
    call.knownRevision = revision
    let request = operation.request
    let answer = try await exchange(request, call)
    guard answer.response.status != 304 else { return nil }
    return try decode(Operation.self, answer, of: request, call)
  }

  private func decode<Operation: MarketOperation>(
    _ type: Operation.Type, _ answer: CountedResponse, of request: HTTPRequest, _ call: Call
  ) throws(ClientError) -> Decoded<Operation.Output> {
    let output: Decoded<Operation.Output>
    do throws(ResponseError) {
      output = try Operation.decode(answer.response)
    } catch {
      throw failure(call, unreadable: error, answer)
    }
    if request.method.isSafe { onResponse?(request, answer.response) }
    return output
  }

  /// Sends a request and returns its response if that is a success or an expected 304.
  func exchange(
    _ request: HTTPRequest, _ call: Call
  ) async throws(ClientError) -> CountedResponse {
    var request = request
    if request.target.hasPrefix("/") { request.target = market.url(of: request.target) }
    request.headers[.idempotencyKey] = call.key?.text
    if let known = call.knownRevision {
      request.headers[.ifNoneMatch] = MarketRevision.eTag(known)
    }
    if let tag = call.knownTag { request.headers[.ifNoneMatch] = tag }
    let answer: CountedResponse
    do throws(TransportError) {
      answer = try await retrying(call).answer(to: request, options(for: call))
    } catch {
      throw failure(call, error)
    }
    let response = answer.response
    if call.operation != .image { extensionCache.update(from: response) }
    let isConditional = call.knownRevision != nil || call.knownTag != nil
    let isNotModified = isConditional && response.status == 304
    guard response.isSuccess || isNotModified else { throw failure(call, answer) }
    return answer
  }

  private func retrying(_ call: Call) -> RetryingTransport {
    let limits = configuration.timeLimits
    return RetryingTransport(
      base: transport, policy: call.policy ?? configuration.retryPolicy,
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
    failure.connectionProblem = error.connectionProblem
    if failure.code == .timedOut { failure.waited = waited(call) }
    return call.isWrite && error.wasSent ? unknown(failure) : failure
  }

  private func waited(_ call: Call) -> Duration {
    let limits = configuration.timeLimits
    let limit = call.hasImages ? limits.overallWithImages : limits.overall
    return configuration.clock.elapsed() - (call.deadline - limit)
  }

  private func failure(_ call: Call, _ answer: CountedResponse) -> ClientError {
    let error = ErrorResponse(response: answer.response)
    var failure = ClientError(
      ClientError.Code(status: error.status), operation: call.operation, status: error.status,
      message: error.message.map(redaction(call).callAsFunction), listing: call.listing,
      key: call.key, attempts: answer.attempts, retryAfter: answer.response.retryAfter)
    failure.requestID = requestID(of: answer, call)
    if failure.code == .redirected, let location = answer.response.headers["Location"],
      let parts = try? URLParts(location)
    {
      failure.connectionProblem = .moved(to: redaction(call)(parts.origin))
    }
    let isUnclear = RetryPolicy.leavesOutcomeUnknown(status: error.status)
    return call.isWrite && isUnclear ? unknown(failure) : failure
  }

  /// Returns the error for a success that cannot be decoded.
  ///
  /// The outcome of a write is then unknown, because the response may come from a proxy.
  private func failure(
    _ call: Call, unreadable problem: ResponseError, _ answer: CountedResponse
  ) -> ClientError {
    var failure = ClientError(
      .unreadableResponse, operation: call.operation, status: answer.response.status,
      listing: call.listing, key: call.key, attempts: answer.attempts, problem: problem)
    failure.requestID = requestID(of: answer, call)
    return call.isWrite ? unknown(failure) : failure
  }

  private func unknown(_ failure: ClientError) -> ClientError {
    var unknown = failure
    unknown.cause = failure.code
    unknown.code = .outcomeUnknown
    return unknown
  }

  private func requestID(of answer: CountedResponse, _ call: Call) -> String? {
    answer.response.requestID.map(redaction(call).callAsFunction)
  }

  private func redaction(_ call: Call) -> Redaction {
    Redaction(credentials: credentials, path: call.removalPath)
  }
}
