public import MarketWire

extension RawClient {
  /// Sends a request and waits for its response.
  ///
  /// - Throws: ``Failure`` if the connection ends without a response.
  public func ask(_ request: HTTPRequest) throws -> HTTPResponse {
    send(request.onTheWire)
    guard let answer = response(toHead: request.method == .head) else {
      throw Failure(call: "response", code: 0)
    }
    return answer.httpResponse
  }
}

extension RawClient.Response {
  /// The response as a value.
  public var httpResponse: HTTPResponse {
    var response = HTTPResponse(status: status, body: body)
    for field in fields { response.headers.add(HTTPHeaderName(field.name), field.value) }
    return response
  }
}

extension HTTPRequest {
  /// The request line, the fields in their order and spelling, and the body. `Host` and
  /// `Content-Length` are added if they are missing.
  public var onTheWire: [UInt8] {
    var lines = ["\(method.rawValue) \(target) HTTP/1.1"]
    lines += headers.fields.map { "\($0.name.text): \($0.value)" }
    if headers[.host] == nil { lines.append("Host: market.test") }
    if !body.isEmpty, headers[.contentLength] == nil, headers["Transfer-Encoding"] == nil {
      lines.append("Content-Length: \(body.count)")
    }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }
}
