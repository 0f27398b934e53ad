import CZlib
import MarketWire

/// Whether a response is compressed (RFC 9110, section 8.4).
///
/// The length of a compressed response shows what in it repeats. So nothing is compressed that has a
/// secret beside what a stranger chose: not the responses to requests with an identifier, only lists,
/// listings and pages, which are the same for everybody.
enum ContentCoding: Hashable {
  case identity
  case gzip

  init(acceptedBy request: HTTPRequest) {
    let accepted = AcceptedValues(.acceptEncoding, of: request)
    let others = accepted.weight(of: "*")
    let gzip = accepted.weight(of: "gzip") ?? others ?? 0
    self = gzip > 0 && gzip >= accepted.weight(of: "identity") ?? others ?? 0 ? .gzip : .identity
  }

  /// The response with its body compressed, if that pays and has not been done.
  func encoded(_ response: HTTPResponse) -> HTTPResponse {
    guard self == .gzip, response.body.count >= Self.minimum,
      response.headers[.contentEncoding] == nil
    else { return response }
    let body = [UInt8](unsafeUninitializedCapacity: response.body.count) { output, size in
      size = market_gzip(
        response.body, response.body.count, output.baseAddress, output.count, Self.level)
    }
    guard !body.isEmpty else { return response }
    var encoded = response
    encoded.body = body
    encoded.headers[.contentEncoding] = "gzip"
    return encoded
  }

  /// The encoded response with the header fields that caches need.
  ///
  /// Its entity tag is a weak one, since the bytes differ from those that other clients get.
  func finished(_ response: HTTPResponse) -> HTTPResponse {
    var response = encoded(response)
    let varying = [response.headers[.vary], HTTPHeaderName.acceptEncoding.text].compactMap(\.self)
    response.headers[.vary] = varying.joined(separator: ", ")
    if self == .gzip, let tag = response.headers[.eTag] { response.headers[.eTag] = "W/\(tag)" }
    return response
  }

  /// The bytes below which a response fits in one packet anyway.
  private static let minimum = 1024
  private static let level: Int32 = 4
}

extension HTTPHeaderName {
  fileprivate static let contentEncoding: Self = "Content-Encoding"
  static let acceptEncoding: Self = "Accept-Encoding"
  static let vary: Self = "Vary"
}
