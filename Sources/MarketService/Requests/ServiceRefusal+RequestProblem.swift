import MarketWire

extension ServiceRefusal {
  /// The refusal of a request that cannot be parsed; the message names the member or part and what
  /// was expected.
  init(_ problem: RequestError) {
    switch problem {
    case .notJSON(let part, let problem):
      self = .badRequest("\(part): expected JSON, \(Self.description(of: problem))")
    case .member(let issue):
      self = .badRequest("\(issue.path): expected \(issue.expected), found \(issue.found)")
    case .query(let name, let value, let expected):
      self = .badRequest("\(name): expected \(expected), found \(LimitViolation.quoted(value))")
    case .multipart(let problem): self = .badRequest(Self.description(of: problem))
    case .missingPart(let name):
      self = .badRequest("expected a part \(name) with the listing as JSON")
    case .partTooLarge(let name, let limit):
      self = .badRequest("the part \(name) is larger than \(limit) bytes")
    }
  }

  private static func description(of problem: JSONError) -> String {
    let position = "at byte \(problem.offset)"
    return switch problem.reason {
    case .empty: "found nothing"
    case .expected(let what): "\(what) is missing \(position)"
    case .invalidNumber: "found an invalid number \(position)"
    case .invalidEscape: "found an invalid escape \(position)"
    case .controlCharacter: "found a control character in a text \(position)"
    case .invalidUTF8: "found bytes that are not UTF-8"
    case .tooManyValues(let limit): "found more than \(limit) values \(position)"
    case .tooDeep(let limit): "found more than \(limit) levels \(position)"
    case .trailing: "found more text after its end \(position)"
    }
  }

  private static func description(of problem: MultipartError) -> String {
    switch problem {
    case .notMultipart: "Content-Type: expected multipart/form-data with a boundary"
    case .noBoundary: "Content-Type: expected a boundary of 1 to 200 bytes"
    case .boundaryNotFound: "expected the boundary of Content-Type in the body"
    case .unterminated: "expected the boundary after the last part: the body is incomplete"
    case .tooManyParts(let limit): "expected at most \(limit) parts"
    case .headersTooLarge(let limit):
      "expected at most \(limit) bytes of headers per part"
    case .brokenHeaders(let part):
      "part \(part): expected a Content-Disposition header with a name, followed by an empty line"
    }
  }
}
