/// A request that is not done, with the answer that says why.
import MarketWire

/// A refusal: a status and a message that names what was expected.
struct ServiceRefusal: Error, Hashable {
  let status: Int
  let message: String
  var headers: HTTPHeaders = [:]

  /// Control characters are taken out of the message, since it may repeat what was sent.
  init(_ status: Int, _ message: String, headers: HTTPHeaders = [:]) {
    self.status = status
    self.message = Self.clean(message)
    self.headers = headers
  }

  var response: HTTPResponse {
    var response = ErrorResponse(status: status, message: message).response
    for field in headers.fields { response.headers.add(field.name, field.value) }
    return response
  }

  static let noSuchPath = ServiceRefusal(404, "there is nothing at this path")
  static let noSuchListing = ServiceRefusal(404, "there is no such listing")
  static let changesUnavailable = ServiceRefusal(
    410, "the changes since that revision are not known: read the whole list")
  static let notOwner = ServiceRefusal(403, "the listing belongs to another vendor")
  static let noIdentifier = ServiceRefusal(401, "the header identifier is missing")
  static let wrongCredentials = ServiceRefusal(401, "the identifier or the secret is wrong")
  static let failed = ServiceRefusal(500, "the market could not do this; nothing was changed")
  static let diskFull = ServiceRefusal(507, "the market has no room left; nothing was changed")
  static let busy = ServiceRefusal(
    503, "the market is busy; nothing was changed", headers: [.retryAfter: "1"])

  static func badRequest(_ message: String) -> ServiceRefusal { ServiceRefusal(400, message) }

  static func tooLarge(limit: Int) -> ServiceRefusal {
    ServiceRefusal(413, "the body is too large: at most \(limit) bytes are taken")
  }

  /// A few words of what was sent, for a message.
  static func quoted(_ text: String) -> String {
    let short = text.unicodeScalars.prefix(60)
    let mark = short.endIndex < text.unicodeScalars.endIndex ? "…" : ""
    return "\"\(String(String.UnicodeScalarView(short)))\(mark)\""
  }

  private static func clean(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { scalar in
          switch scalar.properties.generalCategory {
          // Direction marks and the like can make a terminal show another text than was sent.
          case .control, .format, .lineSeparator, .paragraphSeparator: false
          default: true
          }
        }))
  }
}
