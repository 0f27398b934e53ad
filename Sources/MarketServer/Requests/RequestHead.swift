import MarketWire

/// How the length of a body is determined (RFC 9112, 6.3).
enum BodyFraming: Hashable {
  case length(Int)
  case chunked

  /// Whether the request has a body, which may be empty if it is chunked.
  var isPending: Bool { self != .length(0) }
}

/// The validated request line and header fields of a request.
struct RequestHead {
  let method: HTTPMethod
  /// The target in origin form, or `*`.
  let target: String
  let headers: HTTPHeaders
  let framing: BodyFraming

  /// Checks the sizes first, then the request line, the fields, the framing and the host.
  init(checking raw: RawHead, limits: ServerLimits) throws(RequestRefusal) {
    try raw.checkSizes(limits)
    try raw.checkRequestLine()
    try raw.checkFields()
    framing = try raw.framing()
    method = HTTPMethod(rawValue: raw.method)
    var headers = HTTPHeaders()
    for field in raw.fields { headers.add(HTTPHeaderName(field.name), field.value) }
    let (target, authority) = try raw.originForm()
    try raw.checkHost()
    // The authority of an absolute target replaces the Host header (RFC 9112, 3.2.2).
    if let authority { headers[.host] = authority }
    self.target = target
    self.headers = headers
  }
}
