/// What carries a request to a market and brings its answer: the one thing a platform must bring.
public import MarketWire

/// Sends one request and waits for its answer.
///
/// A transport sends a request at most once of its own accord: whether it may be sent again is for
/// ``RetryingTransport`` to decide, which needs ``TransportError/wasSent`` for it. Every answer is
/// returned, whatever its status; only the lack of one is thrown.
public protocol Transport: Sendable {
  /// - Parameter request: its target is an absolute `http` or `https` URL.
  func send(_ request: HTTPRequest, _ options: SendOptions) async throws(TransportError)
    -> HTTPResponse
}

/// How one request is to be sent.
public struct SendOptions: Sendable {
  /// From the call to the whole answer.
  public var timeLimit: Duration
  /// Whether the request must not go out over a kept connection: HTTP libraries silently send a
  /// request again where a kept connection turns out to be dead, and a write would be done twice.
  public var freshConnection: Bool
  /// Whether ``RetryingTransport`` may send the request again; other transports pass over it.
  public var retrySafety: RetrySafety
  /// Whether a redirect of a read may lead to another host; where it may not, such a redirect is
  /// ``TransportError/Code/badResponse`` and nothing of the request reaches the other host.
  public var allowsCrossHostRedirects: Bool
  /// A longer answer is ``TransportError/Code/tooLarge``.
  public var maxBodyBytes: Int
  /// Called while bytes move, on any thread; it must return quickly.
  public var progress: (@Sendable (TransferProgress) -> Void)?

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

/// When a request may be sent a second time.
public enum RetrySafety: Hashable, Sendable {
  /// It changes nothing.
  case always
  /// It carries a key by which the market tells that it was done before.
  case withKey
  /// Only while it is certain that the market did nothing.
  case onlyIfUnsent
}

/// How far a transfer has come, in bytes.
public struct TransferProgress: Hashable, Sendable {
  public var sent: Int
  /// The length of the request's body.
  public var toSend: Int
  public var received: Int
  /// The length of the answer's body, where the market told it.
  public var toReceive: Int?

  public init(sent: Int, toSend: Int, received: Int, toReceive: Int?) {
    self.sent = sent
    self.toSend = toSend
    self.received = received
    self.toReceive = toReceive
  }
}
