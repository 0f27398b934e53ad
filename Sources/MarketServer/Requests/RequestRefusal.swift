/// The requests that the server turns away by itself, and the answers they get.
import MarketWire

/// Why a request was refused before its handler saw it. After each of them the connection ends.
enum RequestRefusal: Error, Hashable {
  case methodMalformed
  case targetMalformed
  case versionUnknown
  case requestLineTooLong(limit: Int)
  case tooManyFields(limit: Int)
  case headersTooLarge(limit: Int)
  case fieldNameMalformed
  case fieldValueMalformed(name: String)
  case hostMissing
  case hostMalformed
  case lengthMalformed
  case lengthRepeated
  case lengthWithCoding
  case codingUnknown
  case bodyTooLarge(limit: Int)
  case tooManyConnections
  case tooSlow

  var status: Int {
    switch self {
    case .methodMalformed, .targetMalformed, .fieldNameMalformed,
      .fieldValueMalformed, .hostMissing, .hostMalformed, .lengthMalformed, .lengthRepeated,
      .lengthWithCoding:
      400
    case .tooSlow: 408
    case .bodyTooLarge: 413
    case .requestLineTooLong: 414
    case .tooManyFields, .headersTooLarge: 431
    case .codingUnknown: 501
    case .tooManyConnections: 503
    case .versionUnknown: 505
    }
  }

  var message: String {
    switch self {
    case .methodMalformed: "the method is not a word of HTTP"
    case .targetMalformed: "the target is neither a path nor a URL"
    case .versionUnknown: "the version is not HTTP/1.1"
    case .requestLineTooLong(let limit): "the request line has more than \(limit) bytes"
    case .tooManyFields(let limit): "there are more than \(limit) header fields"
    case .headersTooLarge(let limit): "the headers have more than \(limit) bytes"
    case .fieldNameMalformed: "the name of a header field has a character that none may have"
    case .fieldValueMalformed(let name): "the header \(name) has a control character"
    case .hostMissing: "the header Host is needed exactly once"
    case .hostMalformed: "the header Host is not a name or address with an optional port"
    case .lengthMalformed: "the header Content-Length is not a number of bytes"
    case .lengthRepeated: "the header Content-Length is there more than once"
    case .lengthWithCoding: "Content-Length and Transfer-Encoding exclude each other"
    case .codingUnknown: "the only transfer coding is chunked"
    case .bodyTooLarge(let limit): "the body has more than \(limit) bytes"
    case .tooManyConnections: "there are too many connections"
    case .tooSlow: "the request took too long"
    }
  }

  /// The answer in the form of the market's own errors.
  var response: HTTPResponse {
    var response = ErrorResponse(status: status, message: message).response
    if self == .tooManyConnections { response.headers[.retryAfter] = "1" }
    return response
  }
}
