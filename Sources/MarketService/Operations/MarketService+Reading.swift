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
    let headers: HTTPHeaders = [
      .eTag: path.eTag, .cacheControl: "public, max-age=31536000, immutable",
    ]
    if request.matchesETag(path.eTag) {
      return HTTPResponse(status: 304, headers: headers)
    }
    var response = HTTPResponse(status: 200, headers: [.contentType: path.mediaType], body: bytes)
    for field in headers.fields { response.headers.add(field.name, field.value) }
    return response
  }
}
