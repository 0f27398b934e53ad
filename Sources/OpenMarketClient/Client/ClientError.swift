/// The one error of the client: a stable code with the facts that belong to it.
public import MarketWire

/// Why a call did not succeed. It never holds the secret, the identifier or a removal path.
public struct ClientError: Error, Hashable, Sendable {
  /// What went wrong; the raw values are stable.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    // The market was not reached, or did not answer.
    case connectionRefused, hostNotFound, hostUnreachable, tlsFailed, connectionLost, timedOut
    /// The task was cancelled, and nothing was changed.
    case cancelled
    /// The write needs credentials and the client has none; nothing was sent.
    case notSignedIn
    /// 401: the identifier or the secret is wrong.
    case notAuthorized
    /// 403: somebody else's listing.
    case forbidden
    /// 404 or 410.
    case notFound
    /// 400, 409 or 422: the market refuses what was sent.
    case invalid
    /// 413, 414 or 431: more was sent than the market takes.
    case tooLarge
    /// 429.
    case tooManyRequests
    /// 5xx.
    case marketFailed
    /// 3xx: what was asked for is elsewhere, and a write does not follow.
    case redirected
    /// Any other status that is no success.
    case refused
    /// An answer came that is none of this API, such as a log-in page.
    case unreadableResponse
    /// The answer is longer than ``ClientConfiguration/maxBodyBytes``.
    case responseTooLarge
    /// A write may or may not have been done: its answer was lost, is unreadable, or says that the
    /// market broke on the way; ``cause`` tells which. The client does not send it again. To settle
    /// it, look at the market, or send it again with the same ``key`` if the market honors keys.
    case outcomeUnknown
    /// The request could not be sent as it is, such as a picture's URL that is none.
    case badRequest
    case other
  }

  /// The call that failed.
  public enum Operation: String, Hashable, Sendable, CaseIterable {
    case health, list, show, create, edit, findRemovalPath, remove, image, other
  }

  public var code: Code
  public var operation: Operation
  /// Of `outcomeUnknown`: what happened to the answer.
  public var cause: Code?
  /// The HTTP status, where one came.
  public var status: Int?
  /// The market's words: foreign text, at most ``messageLimit`` characters, secrets taken out.
  public var message: String?
  /// The listing that it was about.
  public var listing: Int?
  /// The key that the write carried.
  public var key: IdempotencyKey?
  /// How often the request was sent or tried; 0 where nothing was sent.
  public var attempts: Int
  /// How long the market asked to wait.
  public var retryAfter: Duration?
  /// Of an unreadable answer: where it is not as it should be.
  public var problem: ResponseError?
  /// What the library below said, for a log; no fixed words.
  public var detail: String?

  public static let messageLimit = 2000

  public init(
    _ code: Code, operation: Operation, cause: Code? = nil, status: Int? = nil,
    message: String? = nil, listing: Int? = nil, key: IdempotencyKey? = nil, attempts: Int = 0,
    retryAfter: Duration? = nil, problem: ResponseError? = nil, detail: String? = nil
  ) {
    self.code = code
    self.operation = operation
    self.cause = cause
    self.status = status
    self.message = message
    self.listing = listing
    self.key = key
    self.attempts = attempts
    self.retryAfter = retryAfter
    self.problem = problem
    self.detail = detail
  }

  /// Whether the market could not be reached, so that nothing was asked of it.
  public var isUnreachable: Bool {
    switch code {
    case .connectionRefused, .hostNotFound, .hostUnreachable, .tlsFailed: true
    default: false
    }
  }

  /// Whether no answer came at all, neither from the market nor from anything in front of it.
  public var isUnanswered: Bool {
    guard status == nil else { return false }
    return isUnreachable || code == .timedOut || code == .connectionLost
  }
}

extension ClientError.Code {
  /// The category of a status that is no success.
  init(status: Int) {
    self =
      switch status {
      case 300..<400: .redirected
      case 400, 409, 422: .invalid
      case 401: .notAuthorized
      case 403: .forbidden
      case 404, 410: .notFound
      case 408: .timedOut
      case 413, 414, 431: .tooLarge
      case 429: .tooManyRequests
      case 500...: .marketFailed
      default: .refused
      }
  }

  init(_ code: TransportError.Code) {
    self =
      switch code {
      case .refused: .connectionRefused
      case .nameNotFound: .hostNotFound
      case .unreachable: .hostUnreachable
      case .tls: .tlsFailed
      case .timedOut: .timedOut
      case .connectionLost: .connectionLost
      case .cancelled: .cancelled
      case .tooLarge: .responseTooLarge
      case .badResponse: .unreadableResponse
      case .badRequest: .badRequest
      case .other: .other
      }
  }
}
