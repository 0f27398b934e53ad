/// Why no answer came.

/// A request that was not answered.
public struct TransportError: Error, Hashable, Sendable {
  /// What went wrong; the raw values are stable.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// Nobody listens there.
    case refused
    /// The name of the host is not known.
    case nameNotFound
    /// There is no way to the host.
    case unreachable
    /// No secure connection came about, such as a certificate that is not trusted.
    case tls
    /// The time limit passed.
    case timedOut
    /// The connection ended before the whole answer was there.
    case connectionLost
    /// The caller's task was cancelled.
    case cancelled
    /// The answer is longer than allowed.
    case tooLarge
    /// What came is no HTTP, or it led astray.
    case badResponse
    /// The request cannot be sent as it is, such as a URL that is none.
    case badRequest
    /// None of these.
    case other
  }

  public var code: Code
  /// Whether any byte of the request may have reached the market.
  public var wasSent: Bool
  /// What the library below said, for a log; no fixed words.
  public var detail: String
  /// How often the request was sent or tried.
  public var attempts: Int

  public init(_ code: Code, wasSent: Bool, detail: String = "", attempts: Int = 1) {
    self.code = code
    self.wasSent = wasSent
    self.detail = detail
    self.attempts = attempts
  }
}
