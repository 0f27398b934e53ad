/// The words for requests that cannot be read: the member or part, and what was expected.
import MarketWire

extension ServiceRefusal {
  init(_ problem: RequestError) {
    switch problem {
    case .notJSON(let part, let problem):
      self = .badRequest("\(part): expected JSON, \(Self.words(for: problem))")
    case .member(let issue):
      self = .badRequest("\(issue.path): expected \(issue.expected), found \(issue.found)")
    case .query(let name, let value, let expected):
      self = .badRequest("\(name): expected \(expected), found \(Self.quoted(value))")
    case .multipart(let problem): self = .badRequest(Self.words(for: problem))
    case .missingPart(let name):
      self = .badRequest("the part \(name) is missing: expected JSON with the members of a listing")
    case .partTooLarge(let name, let limit):
      self = .badRequest("the part \(name) is too large: at most \(limit) bytes are taken")
    }
  }

  private static func words(for problem: JSONError) -> String {
    let place = "at byte \(problem.offset)"
    return switch problem.reason {
    case .empty: "found nothing"
    case .expected(let what): "\(what) is missing \(place)"
    case .invalidNumber: "found a broken number \(place)"
    case .invalidEscape: "found a broken escape \(place)"
    case .controlCharacter: "found a bare control character in a text \(place)"
    case .invalidUTF8: "found bytes that are not UTF-8"
    case .tooDeep(let limit): "found more than \(limit) levels \(place)"
    case .trailing: "found something behind its end \(place)"
    }
  }

  private static func words(for problem: MultipartError) -> String {
    switch problem {
    case .notMultipart: "Content-Type: expected multipart/form-data with a boundary"
    case .noBoundary: "Content-Type: expected a boundary of 1 to 200 bytes"
    case .boundaryNotFound: "the body does not hold the boundary that Content-Type names"
    case .unterminated: "the last part is not closed by the boundary: the body was cut off"
    case .tooManyParts(let limit): "expected at most \(limit) parts"
    case .headersTooLarge(let limit):
      "expected at most \(limit) bytes of headers in front of each part"
    case .brokenHeaders(let part):
      "part \(part): expected the header Content-Disposition with a name, and an empty line"
    }
  }
}
