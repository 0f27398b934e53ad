/// The calls that change nothing.
public import MarketWire

extension OpenMarketClient {
  /// Whether the market says that it is well. A market that answers anything else, or with an error
  /// status, is not; one that does not answer at all is an error.
  public func isHealthy() async throws(ClientError) -> Bool {
    var call = Call(operation: .health, deadline: deadline())
    call.policy = .never
    do throws(ClientError) {
      return try await answer(to: CheckHealth(), call).value
    } catch {
      guard error.status != nil else { throw error }
      return false
    }
  }

  /// One page, newest first.
  ///
  /// - Parameters:
  ///   - page: from 1; past the last one the page is empty.
  ///   - perPage: 1 to 1,000.
  ///   - search: part of a product's or a vendor's name.
  public func products(
    page: Int = 1, perPage: Int = ListProducts.defaultItemsPerPage, search: String? = nil
  ) async throws(ClientError) -> Decoded<ProductPage> {
    try await products(
      ListProducts(pageNumber: page, itemsPerPage: perPage, searchValue: search))
  }

  /// One page. A filter or an order that the market does not offer is passed over by it: ask
  /// ``offers(_:)`` before, and do it with ``ListingFilter/matches(_:)`` and
  /// ``ListingSort/sorted(_:)`` where it does not.
  public func products(_ query: ListProducts) async throws(ClientError) -> Decoded<ProductPage> {
    try await answer(to: query, Call(operation: .list, deadline: deadline()))
  }

  /// One listing in full.
  public func product(_ id: Int) async throws(ClientError) -> Decoded<Product> {
    try await answer(
      to: ShowProduct(id: id), Call(operation: .show, deadline: deadline(), listing: id))
  }

  /// The answer to any operation that changes nothing.
  ///
  /// - Precondition: the request is a GET or a HEAD.
  public func answer<Operation: MarketOperation>(
    to operation: Operation
  ) async throws(ClientError) -> Decoded<Operation.Output> {
    guard operation.request.method.isSafe else {
      throw ClientError(.badRequest, operation: .other, detail: "not a reading operation")
    }
    return try await answer(to: operation, Call(operation: .other, deadline: deadline()))
  }

  /// Every page of a list, each listing once however much is added and removed meanwhile.
  ///
  /// - Parameter readsAhead: whether the next page is asked for while this one is worked on.
  public func pages(_ query: ListProducts, readsAhead: Bool = true) -> ProductPages {
    ProductPages(client: self, query: query, readsAhead: readsAhead)
  }

  /// Every listing of a list; see ``pages(_:readsAhead:)``.
  public func listings(_ query: ListProducts, readsAhead: Bool = true) -> ProductPager {
    ProductPager(pages: pages(query, readsAhead: readsAhead))
  }

  /// Every listing, newest first.
  public func listings(search: String? = nil, perPage: Int = 100) -> ProductPager {
    listings(ListProducts(itemsPerPage: perPage, searchValue: search))
  }

  /// The bytes of a picture.
  ///
  /// - Parameter url: as the market gave it: absolute, also to another host, or beginning with `/`.
  public func image(
    at url: String, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ClientError) -> [UInt8] {
    var call = Call(operation: .image, deadline: deadline())
    call.progress = progress
    return try await exchange(try imageRequest(url), call).body
  }

  /// A picture with its `ETag`; nil where the market says that it is still the one of `tag`
  /// (RFC 9110, 13.1.2).
  public func image(
    at url: String, ifNoneMatch tag: String?
  ) async throws(ClientError) -> FetchedImage? {
    var call = Call(operation: .image, deadline: deadline())
    call.knownTag = tag
    let response = try await exchange(try imageRequest(url), call)
    guard response.status != 304 else { return nil }
    return FetchedImage(bytes: response.body, eTag: response.headers[.eTag])
  }

  private func imageRequest(_ url: String) throws(ClientError) -> HTTPRequest {
    guard let target = try? URLParts(absoluteURL(of: url)).text else {
      throw ClientError(.badRequest, operation: .image, detail: "not an http URL")
    }
    return HTTPRequest(.get, target)
  }

  /// The URL of a picture as this market means it: one that begins with `/` is of this market.
  public func absoluteURL(of url: String) -> String {
    url.hasPrefix("/") && !url.hasPrefix("//") ? market.url(of: url) : url
  }
}

/// A picture as it came.
public struct FetchedImage: Hashable, Sendable {
  public let bytes: [UInt8]
  /// What tells it from the picture that stands there later, where the market says so.
  public let eTag: String?
}
