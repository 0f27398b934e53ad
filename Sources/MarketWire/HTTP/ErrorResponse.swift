/// The body of an error answer, in the shapes of all three generations.

/// What a market says when it refuses: `{"code":400,"message":"…"}`, or v1's
/// `{"error":true,"reason":"…"}`.
public struct ErrorResponse: Error, Hashable, Sendable {
  /// The HTTP status.
  public var status: Int
  /// The market's words, if it sent any; foreign text.
  public var message: String?

  /// A refusal.
  public init(status: Int, message: String?) {
    self.status = status
    self.message = message
  }

  /// Reads an answer that is not a success; a body of any other shape leaves the message out.
  public init(response: HTTPResponse) {
    let object = (try? JSON(parsing: response.body))?.objectValue
    let message = object?["message"]?.stringValue ?? object?["reason"]?.stringValue
    self.init(status: response.status, message: message)
  }

  /// The answer that says this.
  public var response: HTTPResponse {
    .json(
      .object(["code": .integer(status), "message": .string(message ?? "")]), status: status)
  }
}
