/// What the owner of a server says about a request of which only the header section has arrived.
public import MarketWire

/// The verdict on a request without its body.
public enum Admission: Sendable {
  /// Answer at once, whatever the size of the body. A connection whose body was still to come is
  /// closed after the answer.
  case refuse(HTTPResponse)
  /// Read a body of at most `bodyLimit` bytes, or answer 413. If `afterSize` is given, it is the
  /// answer to a body within the limit, which is then not read; a chunked body, whose length
  /// nobody knows, counts as within the limit.
  case accept(bodyLimit: Int, afterSize: HTTPResponse? = nil)
}
