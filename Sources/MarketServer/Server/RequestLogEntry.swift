public import MarketWire

/// One entry of the request log, written when a request has ended.
///
/// Texts are safe to print: they are short and have no control or format characters.
public struct RequestLogEntry: Hashable, Sendable {
  /// The time at which the request ended.
  public let date: WireDate
  /// The id of the request, which its response has in `X-Request-Id`.
  public let id: String
  /// The method, at most 20 characters.
  public let method: String
  /// The target as redacted by the configuration, at most 200 characters.
  public let target: String
  /// The status of the response; nil if the client left before a response or the library refused
  /// the request.
  public let status: Int?
  /// The bytes of the request body that were read.
  public let bytesIn: Int
  /// The bytes of the response body, 0 for HEAD.
  public let bytesOut: Int
  /// The time from the request line to the last byte of the response.
  public let microseconds: Int
  /// The numeric address of the client.
  public let clientAddress: String
  /// The program of the client as it names itself, at most 200 characters; empty if it does not.
  public let userAgent: String
  /// The page that led to the target, redacted, at most 200 characters; empty if unknown.
  public let referer: String
  /// The account, the listing and the reason of a refusal, as far as they are known; account and
  /// reason have at most 200 characters.
  public let facts: ResponseFacts

  /// Returns `text` without characters that could control a terminal or forge a log line, limited
  /// to `limit` scalars.
  static func sanitized(_ text: String, limit: Int) -> String {
    if text.utf8.count <= limit, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
      return text
    }
    let printable = text.unicodeScalars.lazy.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
        .unassigned:
        false
      default: true
      }
    }
    // A single character can have any number of combining marks, so scalars are counted.
    return String(String.UnicodeScalarView(printable.prefix(limit)))
  }
}
