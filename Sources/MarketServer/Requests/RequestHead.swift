/// The header section of a request, checked before anything else believes it.
import MarketWire

/// How the end of a body is told (RFC 9112, 6.3).
enum BodyFraming: Hashable {
  case length(Int)
  case chunked

  /// Whether bytes of a body are still to come.
  var isPending: Bool { self != .length(0) }
}

/// A sound header section.
struct RequestHead {
  let method: HTTPMethod
  /// In origin form, or `*`.
  let target: String
  let headers: HTTPHeaders
  let framing: BodyFraming

  /// Checks what arrived: sizes first, then the request line, the fields, the framing and the host.
  init(checking raw: RawHead, limits: ServerLimits) throws(RequestRefusal) {
    try raw.checkSizes(limits)
    try raw.checkRequestLine()
    try raw.checkFields()
    framing = try raw.framing()
    method = HTTPMethod(rawValue: raw.method)
    var headers = HTTPHeaders()
    for field in raw.fields { headers.add(HTTPHeaderName(field.name), field.value) }
    let (target, authority) = try raw.originForm()
    // The authority of a URL as target replaces the header (RFC 9112, 3.2.2).
    try raw.checkHost()
    if let authority { headers[.host] = authority }
    self.target = target
    self.headers = headers
  }
}
