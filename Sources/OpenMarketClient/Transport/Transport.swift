public import MarketWire

/// A type that sends HTTP requests, the only part of the client that depends on the platform.
///
/// A transport sends each request at most once. The client decides about repetitions (``RetryState``),
/// and ``TransportError/wasSent`` is what it needs for that. Responses with an error status are
/// returned, not thrown.
public protocol Transport: Sendable {
  /// Sends a request and returns its response, whatever its status is.
  ///
  /// - Parameters:
  ///   - request: A request whose target is an absolute `http` or `https` URL.
  ///   - options: The limits and conditions of this request.
  /// - Throws: ``TransportError`` if there is no complete response.
  func send(_ request: HTTPRequest, _ options: SendOptions) async throws(TransportError)
    -> HTTPResponse
}

/// The limits and conditions of one request.
public struct SendOptions: Sendable {
  /// The time from the call to the end of the response.
  public var timeLimit: Duration
  /// Whether the request must use a new connection.
  ///
  /// HTTP libraries repeat a request when a reused connection turns out to be closed, which would
  /// carry out a write twice.
  public var freshConnection: Bool
  /// When the client may repeat the request; transports ignore it.
  public var retrySafety: RetrySafety
  /// Whether a redirect of a read may lead to another host.
  ///
  /// If not, such a redirect throws ``TransportError/Code/badResponse``, and nothing is sent to the
  /// other host.
  public var allowsCrossHostRedirects: Bool
  /// Whether nothing is sent to this machine and its network, not even after a redirect or if a name
  /// resolves to it; such a request throws ``TransportError/Code/badRequest``.
  public var refusesLocalNetwork = false
  /// The maximum size of the response body, in bytes; a larger one throws
  /// ``TransportError/Code/tooLarge``.
  public var maxBodyBytes: Int
  /// Called while bytes are sent and received, on any thread; it must return quickly.
  public var progress: (@Sendable (TransferProgress) -> Void)?

  /// Creates options: by default 30 s, bodies of up to 64 MiB, and no repetition after a sent request.
  public init(
    timeLimit: Duration = .seconds(30), freshConnection: Bool = false,
    retrySafety: RetrySafety = .onlyIfUnsent, allowsCrossHostRedirects: Bool = false,
    maxBodyBytes: Int = 64 << 20,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) {
    self.timeLimit = timeLimit
    self.freshConnection = freshConnection
    self.retrySafety = retrySafety
    self.allowsCrossHostRedirects = allowsCrossHostRedirects
    self.maxBodyBytes = maxBodyBytes
    self.progress = progress
  }
}

/// When a request may be repeated.
public enum RetrySafety: Hashable, Sendable {
  /// Always, because the request changes nothing.
  case always
  /// Always, because the market recognizes the idempotency key of the request.
  case withKey
  /// Only after an attempt that was certainly not carried out.
  case onlyIfUnsent
}

/// The progress of a transfer, in bytes.
public struct TransferProgress: Hashable, Sendable {
  /// The number of bytes of the request body sent so far.
  public var sent: Int
  /// The size of the request body.
  public var toSend: Int
  /// The number of bytes of the response body received so far.
  public var received: Int
  /// The size of the response body, if the market sent it.
  public var toReceive: Int?

  /// Creates a progress value.
  public init(sent: Int, toSend: Int, received: Int, toReceive: Int?) {
    self.sent = sent
    self.toSend = toSend
    self.received = received
    self.toReceive = toReceive
  }
}
