public import Foundation

extension ClientError: CustomStringConvertible, LocalizedError {
  /// A text in English about the failure, for logs; its wording can change.
  ///
  /// It has the untrusted text of ``message`` and ``detail``.
  /// Such as `edit of listing 7: the market failed (500): no, after 3 attempts, request r1z4-7`.
  public var description: String {
    var text = "\(operation.rawValue)\(listing.map { " of listing \($0)" } ?? ""): \(sentence)"
    if let status { text += " (\(status))" }
    if let message { text += ": \(message)" }
    if let problem { text += ": \(problem)" }
    if message == nil, problem == nil, let detail { text += ": \(detail)" }
    if attempts > 1 { text += ", after \(attempts) attempts" }
    if let requestID { text += ", request \(requestID)" }
    return text
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }

  private var sentence: String {
    guard code == .outcomeUnknown else { return code.sentence }
    return "it is unknown whether the market did it"
      + (cause.map { ", because \($0.sentence)" } ?? "")
  }
}

extension ClientError.Code {
  fileprivate var sentence: String {
    switch self {
    case .connectionRefused: "nothing listens on the port"
    case .hostNotFound: "the host is not known"
    case .hostUnreachable: "the host cannot be reached"
    case .tlsFailed: "no secure connection was made"
    case .connectionLost: "the connection was lost"
    case .timedOut: "it took too long"
    case .cancelled: "it was cancelled"
    case .notSignedIn: "it needs credentials"
    case .notAuthorized: "the identifier or the secret is wrong"
    case .forbidden: "the listing belongs to another shop"
    case .notFound: "it was not found"
    case .invalid: "the market refused the request"
    case .tooLarge: "the request is too large"
    case .tooManyRequests: "there were too many requests"
    case .marketFailed: "the market failed"
    case .redirected: "the market is at another address"
    case .refused: "the market refused the request"
    case .unreadableResponse: "the response is not one of this API"
    case .responseTooLarge: "the response is too large"
    case .outcomeUnknown: "it is unknown whether the market did it"
    case .badRequest: "the request cannot be sent"
    case .other: "it failed"
    }
  }
}
