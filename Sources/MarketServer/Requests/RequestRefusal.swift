import MarketWire

/// The reason why the server refused a request before its handler saw it.
///
/// The server closes the connection after each refusal.
enum RequestRefusal: Error, Hashable {
  case methodMalformed
  case targetMalformed
  case versionUnknown
  case requestLineTooLong(limit: Int)
  case tooManyParameters(limit: Int)
  case tooManyFields(limit: Int)
  case headersTooLarge(limit: Int)
  case fieldNameMalformed
  case fieldValueMalformed(name: String)
  case hostMissing
  case hostMalformed
  case nullByte
  case lineFolded
  case lengthMalformed
  case lengthRepeated
  case lengthWithCoding
  case codingUnknown
  case bodyTooLarge(limit: Int)
  case tooManyConnections
  case tooManyResponses
  case timeout

  var status: Int {
    switch self {
    case .methodMalformed, .targetMalformed, .tooManyParameters, .fieldNameMalformed,
      .fieldValueMalformed, .hostMissing, .hostMalformed, .nullByte, .lineFolded,
      .lengthMalformed, .lengthRepeated, .lengthWithCoding:
      400
    case .timeout: 408
    case .bodyTooLarge: 413
    case .requestLineTooLong: 414
    case .tooManyFields, .headersTooLarge: 431
    case .codingUnknown: 501
    case .tooManyConnections, .tooManyResponses: 503
    case .versionUnknown: 505
    }
  }

  var message: String {
    switch self {
    case .methodMalformed: "the method is not a valid token"
    case .targetMalformed: "the request target is neither a path nor a URL"
    case .versionUnknown: "the version is not HTTP/1.1"
    case .requestLineTooLong(let limit): "the request line is longer than \(limit) bytes"
    case .tooManyParameters(let limit): "the query has more than \(limit) parameters"
    case .tooManyFields(let limit): "the request has more than \(limit) header fields"
    case .headersTooLarge(let limit): "the headers are larger than \(limit) bytes"
    case .fieldNameMalformed: "a header name has an invalid character"
    case .fieldValueMalformed(let name): "the header \"\(name)\" has a control character"
    case .hostMissing: "expected exactly one Host header"
    case .hostMalformed: "the Host header is not a name or address with an optional port"
    case .nullByte: "the headers contain a NUL byte"
    case .lineFolded: "a header is continued on another line"
    case .lengthMalformed: "the Content-Length header is not a number of bytes"
    case .lengthRepeated: "the Content-Length header occurs more than once"
    case .lengthWithCoding: "Content-Length and Transfer-Encoding cannot be combined"
    case .codingUnknown: "the only supported transfer coding is chunked"
    case .bodyTooLarge(let limit): "the body is larger than \(limit) bytes"
    case .tooManyConnections: "too many connections"
    case .tooManyResponses: "too many large responses have not been read yet"
    case .timeout: "the request took too long"
    }
  }

  /// The response, in the form of the market's own errors.
  var response: HTTPResponse {
    var response = ErrorResponse(status: status, message: message).response
    if status == 503 { response.headers[.retryAfter] = "1" }
    return response
  }
}
