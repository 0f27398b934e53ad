package import MarketWire

/// The error of a request without a complete response.
public struct TransportError: Error, Hashable, Sendable {
  /// The kinds of failures; the raw values are stable.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// Nothing listens on the port.
    case refused
    /// The host name cannot be resolved.
    case nameNotFound
    /// There is no route to the host.
    case unreachable
    /// No secure connection was made, for example because the certificate is not trusted.
    case tls
    /// The time limit passed.
    case timedOut
    /// The connection ended before the whole response arrived.
    case connectionLost
    /// The task was cancelled.
    case cancelled
    /// The response is larger than ``SendOptions/maxBodyBytes``.
    case tooLarge
    /// The response is not HTTP, or it has a redirect that is not allowed.
    case badResponse
    /// The request cannot be sent, for example because its URL is invalid.
    case badRequest
    /// The address is on this machine or its network; see ``SendOptions/refusesLocalNetwork``.
    case localAddress
    /// Any other failure; see ``TransportError/detail``.
    case other
  }

  /// The kind of failure.
  public var code: Code
  /// Whether any byte of the request may have reached the market.
  public var wasSent: Bool
  /// A message of an underlying library, for logs; its wording can change.
  public var detail: String
  /// The number of attempts.
  public var attempts: Int
  /// Why there is no connection, if the transport knows more than the code says.
  public var connectionProblem: ConnectionProblem?

  /// Creates an error.
  public init(_ code: Code, wasSent: Bool, detail: String = "", attempts: Int = 1) {
    self.code = code
    self.wasSent = wasSent
    self.detail = detail
    self.attempts = attempts
  }
}

/// Why no connection was made, more exactly than a code.
///
/// Later versions may add cases: a `switch` needs a `default`.
public enum ConnectionProblem: Hashable, Sendable {
  /// The certificate of the market has expired.
  case certificateExpired
  /// The certificate of the market is not valid yet; the clock of this machine may be wrong.
  case certificateNotYetValid
  /// The certificate is for another name.
  case certificateName
  /// No authority that this machine trusts has signed the certificate.
  case certificateUntrusted
  /// The market redirects to another origin, such as `https://new.example`, which is not followed or not
  /// reached.
  case moved(to: String)
  /// The proxy cannot be reached.
  ///
  /// - Parameters:
  ///   - address: Its host, and its port if it is known.
  ///   - variable: The environment variable that names it.
  case proxy(address: String, variable: String)
  /// The proxy does not let the request through, such as one that wants a password (407).
  ///
  /// - Parameters:
  ///   - variable: The environment variable that names it.
  ///   - status: The status of its answer.
  case proxyRefused(variable: String, status: Int)
}

extension HTTPRequest {
  /// Whether it may be sent to the address of a redirect: it changes nothing, and has no credentials.
  package var mayFollowRedirects: Bool {
    let carriesSecret = [HTTPHeaderName.identifier, "Authorization", "Cookie"].contains {
      headers[$0] != nil
    }
    return method.isSafe && !carriesSecret
  }

  /// The parts of the target; a request with an invalid one cannot be sent.
  package func targetParts() throws(TransportError) -> URLParts {
    do throws(MarketAddressError) {
      return try URLParts(target)
    } catch {
      throw TransportError(.badRequest, wasSent: false, detail: "\(error)")
    }
  }
}
