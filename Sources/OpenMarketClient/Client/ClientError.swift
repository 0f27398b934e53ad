public import MarketWire

/// The error of all calls, with facts about the failure.
///
/// It never contains the secret, the identifier or a removal path.
public struct ClientError: Error, Hashable, Sendable {
  /// The kinds of failures; the raw values are stable.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// Nothing listens on the port.
    case connectionRefused
    /// The host name cannot be resolved.
    case hostNotFound
    /// There is no route to the host.
    case hostUnreachable
    /// No secure connection was made, for example because the certificate is not trusted.
    case tlsFailed
    /// The connection ended before the whole response arrived.
    case connectionLost
    /// A time limit passed, or the status is 408.
    case timedOut
    /// The task was cancelled, and nothing was changed.
    case cancelled
    /// The write needs credentials and the client has none; nothing was sent.
    case notSignedIn
    /// Status 401: the identifier or the secret is wrong.
    case notAuthorized
    /// Status 403: the listing belongs to another shop.
    case forbidden
    /// Status 404 or 410.
    case notFound
    /// Status 400, 409 or 422: the market rejects the request.
    case invalid
    /// Status 413, 414 or 431: the request is larger than the market accepts.
    case tooLarge
    /// Status 429.
    case tooManyRequests
    /// Status 5xx.
    case marketFailed
    /// Status 3xx of a request that does not follow redirects, such as a write.
    case redirected
    /// Any other error status.
    case refused
    /// The response is not one of this API; it may be a login page, for example.
    case unreadableResponse
    /// The response is larger than ``ClientConfiguration/maxBodyBytes``.
    case responseTooLarge
    /// It is unknown whether the market carried out a write.
    ///
    /// The response was lost, cannot be decoded, or reports a failure inside the market;
    /// ``ClientError/cause`` says which. The client does not repeat the write. To resolve it, read
    /// from the market, or repeat the write with the same ``ClientError/key`` if the market supports
    /// idempotency.
    case outcomeUnknown
    /// The request cannot be sent, for example because the URL of an image is invalid.
    case badRequest
    /// Any other failure; see ``ClientError/detail``.
    case other
  }

  /// The calls of the client; the raw values are stable.
  public enum Operation: String, Hashable, Sendable, CaseIterable {
    /// A health check.
    case health
    /// A list, the changes since a revision, or a summary.
    case list
    /// A single listing.
    case show
    /// A create.
    case create
    /// An edit.
    case edit
    /// An exchange of images.
    case replaceImages
    /// The first request of a removal.
    case findRemovalPath
    /// The second request of a removal.
    case remove
    /// The download of an image.
    case image
    /// Any other operation.
    case other
  }

  /// The kind of failure.
  public var code: Code
  /// The call that failed.
  public var operation: Operation
  /// The reason why the outcome is unknown, if ``code`` is ``Code/outcomeUnknown``.
  public var cause: Code?
  /// The HTTP status, if there was a response.
  public var status: Int?
  /// The message of the market: untrusted text without secrets, at most ``messageLimit`` characters.
  public var message: String?
  /// The id that the market gave the request, by which its log can be searched; at most 200 letters,
  /// digits and punctuation marks.
  public var requestID: String?
  /// The id of the listing that the call is about.
  public var listing: Int?
  /// The idempotency key of the write.
  public var key: IdempotencyKey?
  /// The number of attempts; 0 if nothing was sent.
  public var attempts: Int
  /// The wait that the market asked for.
  public var retryAfter: Duration?
  /// How long the call waited, if a time limit passed.
  public var waited: Duration?
  /// The reason why the response cannot be decoded.
  public var problem: ResponseError?
  /// A message of an underlying library, for logs; its wording can change.
  public var detail: String?
  /// Why there is no connection, if more is known than ``code`` says.
  public var connectionProblem: ConnectionProblem?

  /// The maximum length of ``message``, in characters.
  public static let messageLimit = 2000

  /// Creates an error.
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

  /// Whether no connection to the market was made, so that nothing was sent.
  public var isUnreachable: Bool {
    switch code {
    case .connectionRefused, .hostNotFound, .hostUnreachable, .tlsFailed: true
    default: false
    }
  }

  /// Whether there was no response at all, neither from the market nor from a proxy.
  public var isUnanswered: Bool {
    guard status == nil else { return false }
    return isUnreachable || code == .timedOut || code == .connectionLost
  }
}

extension ClientError.Code {
  /// Returns the code for an error status.
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
      case .badRequest, .localAddress: .badRequest
      case .other: .other
      }
  }
}
