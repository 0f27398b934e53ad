import MarketWire

extension MarketService {
  /// Responds to `GET /healthChecker`.
  func healthResponse() -> HTTPResponse { CheckHealth.response(health.isHealthy) }

  /// Runs a search or another long scan, after waiting for the client's turn (API 8.2).
  func readSlowly<T>(for client: ClientAddress, _ body: (any StoreReader) throws -> T) throws -> T {
    var waitBudget = WaitBudget(configuration.searchTimeLimit)
    let searches = searches
    guard waitBudget.spend({ searches.enter(client.network, until: $0) }) else {
      throw ServiceRefusal.busy
    }
    defer { searches.leave(client.network) }
    return try store.readSlowly(timeLimit: configuration.searchTimeLimit, body)
  }

  /// Responds to `GET /api/products/{id}`.
  func show(_ id: Int, base: BaseURL) throws -> HTTPResponse {
    let product = try store.read { try visibleProduct(id, $0) }
    return ShowProduct.response(formatted(product, base: base))
  }

  /// The listing, unless its shop is hidden.
  ///
  /// - Throws: 404.
  func visibleProduct(_ id: Int, _ reader: any StoreReader) throws -> StoredProduct {
    guard let product = try reader.product(id),
      try !reader.hiddenVendors().contains(product.vendorID)
    else { throw ServiceRefusal.noSuchListing }
    return product
  }

  /// Responds to `GET /pictures/…`.
  ///
  /// A picture never changes under its name, so clients may cache it forever.
  func picture(_ path: PicturePath, _ request: HTTPRequest) throws -> HTTPResponse {
    guard let bytes = try store.picture(path) else { throw ServiceRefusal.noSuchPath }
    var headers: HTTPHeaders = [
      .eTag: path.eTag, .cacheControl: "public, max-age=31536000, immutable",
      "Accept-Ranges": "bytes",
    ]
    if let day = path.httpDay { headers["Last-Modified"] = day }
    if request.matchesETag(path.eTag) { return HTTPResponse(status: 304, headers: headers) }
    headers[.contentType] = path.mediaType
    guard let range = ByteRange(of: request, tag: path.eTag, count: bytes.count) else {
      return HTTPResponse(status: 200, headers: headers, body: bytes)
    }
    headers["Content-Range"] = range.text(of: bytes.count)
    guard let part = range.part else { return HTTPResponse(status: 416, headers: headers) }
    return HTTPResponse(status: 206, headers: headers, body: Array(bytes[part]))
  }
}

/// The part of a file that a request asks for (RFC 9110, section 14).
private struct ByteRange {
  /// The bytes; nil if the file has none of them.
  let part: Range<Int>?

  /// Parses one range of bytes; nil for the whole file, as for anything else.
  init?(of request: HTTPRequest, tag: String, count: Int) {
    guard let text = request.headers["Range"], text.hasPrefix("bytes="),
      request.headers["If-Range"].map({ $0 == tag }) ?? true
    else { return nil }
    let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
      .map { $0.trimmingPrefix { $0 == " " } }
    guard ends.count == 2 else { return nil }
    let (first, last) = (Route.number(ends[0]), Route.number(ends[1]))
    switch (first, last) {
    case (let first?, _) where ends[1].isEmpty || last != nil:
      let end = last.map { $0 < count ? $0 + 1 : count } ?? count
      if let last, last < first { return nil }
      part = first < count ? first..<end : nil
    case (nil, let length?) where ends[0].isEmpty:
      part = length > 0 && count > 0 ? max(0, count - length)..<count : nil
    default: return nil
    }
  }

  func text(of count: Int) -> String {
    part.map { "bytes \($0.lowerBound)-\($0.upperBound - 1)/\(count)" } ?? "bytes */\(count)"
  }
}

extension PicturePath {
  /// The day of the upload as HTTP writes dates (RFC 9110, section 5.6.7); nil if there is none such.
  fileprivate var httpDay: String? {
    let text = "\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2))"
    guard let date = WireDate(text: text) else { return nil }
    let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let weekday = days[Int((date.milliseconds / 86_400_000 % 7 + 7) % 7)]
    let (year, month, _) = date.day
    return "\(weekday), \(day.suffix(2)) \(months[month - 1]) \(year) 00:00:00 GMT"
  }
}
