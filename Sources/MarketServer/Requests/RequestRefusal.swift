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

  var status: Int { answer.status }
  var message: String { answer.message }

  private var answer: (status: Int, message: String) {
    switch self {
    case .methodMalformed: (400, "the method is not a valid token")
    case .targetMalformed: (400, "the request target is neither a path nor a URL")
    case .versionUnknown: (505, "the version is not HTTP/1.1")
    case .requestLineTooLong(let limit): (414, "the request line is longer than \(limit) bytes")
    case .tooManyParameters(let limit): (400, "the query has more than \(limit) parameters")
    case .tooManyFields(let limit): (431, "the request has more than \(limit) header fields")
    case .headersTooLarge(let limit): (431, "the headers are larger than \(limit) bytes")
    case .fieldNameMalformed: (400, "a header name has an invalid character")
    case .fieldValueMalformed(let name): (400, "the header \"\(name)\" has a control character")
    case .hostMissing: (400, "expected exactly one Host header")
    case .hostMalformed: (400, "the Host header is not a name or address with an optional port")
    case .nullByte: (400, "the headers contain a NUL byte")
    case .lineFolded: (400, "a header is continued on another line")
    case .lengthMalformed: (400, "the Content-Length header is not a number of bytes")
    case .lengthRepeated: (400, "the Content-Length header occurs more than once")
    case .lengthWithCoding: (400, "Content-Length and Transfer-Encoding cannot be combined")
    case .codingUnknown: (501, "the only supported transfer coding is chunked")
    case .bodyTooLarge(let limit): (413, "the body is larger than \(limit) bytes")
    case .tooManyConnections: (503, "too many connections")
    case .tooManyResponses: (503, "too many large responses have not been read yet")
    case .timeout: (408, "the request took too long")
    }
  }

  /// The response, in the form of the market's own errors.
  var response: HTTPResponse {
    var response = ErrorResponse(status: status, message: message).response
    if status == 503 { response.headers[.retryAfter] = "1" }
    return response
  }
}
