/// A server's decision about a request whose header section has arrived and whose body has not.
///
/// A request is routed and checked once: whatever the header section decides is captured by the
/// closure that later gets the body.
public enum HTTPAdmission: Sendable {
  /// Send a response without reading the body.
  ///
  /// If `bodyLimit` is given, a request with a `Content-Length` above that many bytes gets 413
  /// instead. A chunked body has no known length and counts as within the limit.
  case refuse(HTTPResponse, bodyLimit: Int? = nil)
  /// Read a body of at most `bodyLimit` bytes and send the response that `respond` returns for it;
  /// a larger body gets 413.
  case accept(bodyLimit: Int, respond: @Sendable (_ body: [UInt8]) -> HTTPResponse)
}
