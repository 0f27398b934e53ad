import MarketWire

/// The refusal of a request: a status and a message that says what was expected.
struct ServiceRefusal: Error, Hashable {
  let status: Int
  let message: String
  var headers: HTTPHeaders = [:]

  /// Creates a refusal; control characters are removed from the message, which may quote input.
  init(_ status: Int, _ message: String, headers: HTTPHeaders = [:]) {
    self.status = status
    self.message = Self.sanitized(message)
    self.headers = headers
  }

  var response: HTTPResponse {
    var response = ErrorResponse(status: status, message: message).response
    for field in headers.fields { response.headers.add(field.name, field.value) }
    return response
  }

  static let noSuchPath = ServiceRefusal(404, "path not found")
  static let noSuchListing = ServiceRefusal(404, "listing not found")
  static let changesUnavailable = ServiceRefusal(
    410, "the changes since this revision are not available: read the whole list")
  static let notOwner = ServiceRefusal(403, "the listing belongs to another shop")
  static let codedBody = ServiceRefusal(
    415, "send the body without Content-Encoding; nothing was changed")
  static let noIdentifier = ServiceRefusal(401, "the header identifier is missing")
  static let wrongCredentials = ServiceRefusal(401, "the identifier or the secret is wrong")
  static let accountDisabled = ServiceRefusal(403, ErrorResponse.accountDisabled)
  static let failed = ServiceRefusal(500, "internal error; nothing was changed")
  static let diskFull = ServiceRefusal(507, "the disk of the market is full; nothing was changed")
  static let busy = ServiceRefusal(
    503, "the market is busy; nothing was changed", headers: [.retryAfter: "1"])

  static let unavailable = ServiceRefusal(
    503, "the database of the market is not available; nothing was changed",
    headers: [.retryAfter: "1"])
  static let readOnly = ServiceRefusal(
    503, "the database of the market is read-only; nothing was changed",
    headers: [.retryAfter: "1"])
  /// Clients take 503 for a change that was not made, so it has another status.
  static let outcomeUnknown = ServiceRefusal(
    504, "the database of the market was lost; whether the change was stored is unknown")

  static let tooSlow = ServiceRefusal(
    503, "this list takes too long: use a narrower filter", headers: [.retryAfter: "5"])

  static func badRequest(_ message: String) -> ServiceRefusal { ServiceRefusal(400, message) }

  static func tooLarge(limit: Int) -> ServiceRefusal {
    ServiceRefusal(413, "the body is larger than \(limit) bytes")
  }

  /// The refusal for `seconds`, because something was done too often.
  static func tooOften(_ reason: String, wait seconds: Int64) -> ServiceRefusal {
    ServiceRefusal(
      429, "\(reason): try again in \(seconds) s", headers: [.retryAfter: String(seconds)])
  }

  static func tooManyListings(limit: Int) -> ServiceRefusal {
    ServiceRefusal(507, "the account has \(limit) listings, which is the most: remove some first")
  }

  static func tooManyBytes(limit: Int) -> ServiceRefusal {
    ServiceRefusal(
      507, "the pictures of the account may have \(limit) bytes together: remove listings first")
  }

  static let reserveForOthers = ServiceRefusal(
    507, "the disk of the market is nearly full, and the rest is for small shops: remove listings")

  private static func sanitized(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { scalar in
          switch scalar.properties.generalCategory {
          // Format characters, such as direction marks, can change how a terminal shows the text.
          case .control, .format, .lineSeparator, .paragraphSeparator: false
          default: true
          }
        }))
  }
}
