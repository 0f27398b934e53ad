/// The content of an error response: `{"code":400,"message":"…"}`, or in v1
/// `{"error":true,"reason":"…"}`.
public struct ErrorResponse: Hashable, Sendable {
  /// The HTTP status code.
  public var status: Int
  /// The message of the market, if it sent one; untrusted text.
  public var message: String?

  /// Creates an error response.
  public init(status: Int, message: String?) {
    self.status = status
    self.message = message
  }

  /// The message of a 403 whose account is disabled; other 403 are about a listing of another shop.
  public static let accountDisabled = "the account is disabled by the operator of the market"

  /// Decodes a response with an error status; the message is nil if the body has another shape.
  public init(response: HTTPResponse) {
    let object = (try? JSON(parsingAnswer: response.body))?.objectValue
    let message = object?["message"]?.stringValue ?? object?["reason"]?.stringValue
    self.init(status: response.status, message: message)
  }

  /// The HTTP response in the format of v3.
  public var response: HTTPResponse {
    var response = HTTPResponse.json(
      .object(["code": .integer(status), "message": .string(message ?? "")]), status: status)
    response.facts.reason = message
    return response
  }
}
