public import MarketWire

extension OpenMarketClient {
  /// Returns whether the market reports that it works; makes a single attempt.
  ///
  /// An error status or an unexpected body also means false.
  ///
  /// - Throws: ``ClientError`` if there is no response.
  public func isHealthy() async throws(ClientError) -> Bool {
    var call = Call(operation: .health, deadline: deadline())
    call.policy = .never
    do throws(ClientError) {
      return try await output(of: CheckHealth(), call).value
    } catch {
      guard error.status != nil else { throw error }
      return false
    }
  }

  /// Returns a page of the list, newest first.
  ///
  /// ```swift
  /// let page = try await client.products(page: 2, search: "mug").value
  /// print("\(page.products.count) of \(page.totalCount ?? 0)")
  /// ```
  ///
  /// - Parameters:
  ///   - page: The number of the page, from 1; pages after the last one are empty.
  ///   - perPage: The number of rows, 1 to 1,000.
  ///   - search: A part of the name of a listing or a shop, in any case.
  public func products(
    page: Int = 1, perPage: Int = ListProducts.defaultItemsPerPage, search: String? = nil
  ) async throws(ClientError) -> Decoded<ProductPage> {
    try await products(
      ListProducts(pageNumber: page, itemsPerPage: perPage, searchValue: search))
  }

  /// Returns a page of the list.
  ///
  /// ```swift
  /// var filter = ListingFilter()
  /// filter.currency = .krw
  /// filter.isInStock = true
  /// let cheapest = try await client.products(ListProducts(filter: filter, sort: ListingSort(.price)))
  /// print(cheapest.value.products.map(\.name))
  /// ```
  ///
  /// A market ignores filters and orders that it does not support. Check ``supports(_:)`` first; the
  /// alternative is to apply `ListingFilter.matches(_:)` and `ListingSort.sorted(_:)` to the whole
  /// list.
  public func products(_ query: ListProducts) async throws(ClientError) -> Decoded<ProductPage> {
    try await output(of: query, Call(operation: .list, deadline: deadline()))
  }

  /// Returns a listing in full.
  public func product(_ id: Int) async throws(ClientError) -> Decoded<Product> {
    try await output(
      of: ShowProduct(id: id), Call(operation: .show, deadline: deadline(), listing: id))
  }

  /// Returns the result of any read operation.
  ///
  /// ```swift
  /// let isHealthy = try await client.output(of: CheckHealth()).value
  /// print(isHealthy)
  /// ```
  ///
  /// - Throws: ``ClientError/Code/badRequest`` if the request is neither a GET nor a HEAD.
  public func output<Operation: MarketOperation>(
    of operation: Operation
  ) async throws(ClientError) -> Decoded<Operation.Output> {
    guard operation.request.method.isSafe else {
      throw ClientError(.badRequest, operation: .other, detail: "not a read operation")
    }
    return try await output(of: operation, Call(operation: .other, deadline: deadline()))
  }

  /// Returns all pages of a list, with each listing once even while listings are added and removed.
  ///
  /// ```swift
  /// for try await page in client.pages(ListProducts(itemsPerPage: 100)) {
  ///   print(page.value.pageNumber, page.value.products.count, page.issues)
  /// }
  /// ```
  ///
  /// With `readsAhead`, the next pages are requested while the caller processes one.
  public func pages(_ query: ListProducts, readsAhead: Bool = true) -> ProductPages {
    ProductPages(client: self, query: query, readsAhead: readsAhead)
  }

  /// Returns all listings of a list; see ``pages(_:readsAhead:)``.
  public func listings(_ query: ListProducts, readsAhead: Bool = true) -> ProductPager {
    ProductPager(pages: pages(query, readsAhead: readsAhead))
  }

  /// Returns all listings, newest first.
  ///
  /// - Parameters:
  ///   - search: A part of the name of a listing or a shop, in any case.
  ///   - perPage: The number of rows in each request, 1 to 1,000.
  public func listings(search: String? = nil, perPage: Int = 100) -> ProductPager {
    listings(ListProducts(itemsPerPage: perPage, searchValue: search))
  }

  /// Returns the bytes of an image.
  ///
  /// ```swift
  /// for picture in product.pictures ?? [] {
  ///   let bytes = try await client.image(at: picture.url)
  ///   print(picture.url, bytes.count)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - url: The URL as the market sent it: absolute, also of another host, or a path.
  ///   - progress: Called on any thread while bytes arrive.
  public func image(
    at url: String, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ClientError) -> [UInt8] {
    var call = Call(operation: .image, deadline: deadline())
    call.progress = progress
    return try await exchange(try imageRequest(url), call).response.body
  }

  /// Returns an image with its `ETag`, or nil if it has not changed (RFC 9110, section 13.1.2).
  ///
  /// ```swift
  /// // Nil if the picture is the one that the tag names.
  /// if let image = try await client.image(at: product.thumbnail ?? "", ifNoneMatch: tag) {
  ///   print(image.bytes.count)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - url: The URL as the market sent it: absolute, also of another host, or a path.
  ///   - tag: The `ETag` of the image that the caller has; nil always returns the image.
  public func image(
    at url: String, ifNoneMatch tag: String?
  ) async throws(ClientError) -> FetchedImage? {
    var call = Call(operation: .image, deadline: deadline())
    call.knownTag = tag
    let response = try await exchange(try imageRequest(url), call).response
    guard response.status != 304 else { return nil }
    return FetchedImage(bytes: response.body, eTag: response.headers[.eTag])
  }

  /// Returns the URL of a listing's page for buyers, or nil if the market has none.
  ///
  /// - Throws: ``ClientError`` if there is no response.
  public func shopPage(of id: Int) async throws(ClientError) -> String? {
    try await page(MarketPath.listings + [String(id)], listing: id)
  }

  /// Returns the URL of a shop's page for buyers, or nil if the market has none.
  ///
  /// - Throws: ``ClientError`` if there is no response.
  public func shopPage(ofShop name: String) async throws(ClientError) -> String? {
    try await page(MarketPath.shops + [name], listing: nil)
  }

  private func page(
    _ path: [String], listing id: Int?
  ) async throws(ClientError) -> String? {
    let target = RequestTarget(path: path).text
    let call = Call(operation: .other, deadline: deadline(), listing: id)
    do throws(ClientError) {
      let response = try await exchange(HTTPRequest(.head, target), call).response
      let isPage = response.headers[.contentType]?.hasPrefix("text/html") == true
      return isPage ? market.url(of: target) : nil
    } catch {
      guard error.status != nil else { throw error }
      return nil
    }
  }

  private func imageRequest(_ url: String) throws(ClientError) -> HTTPRequest {
    guard let target = try? URLParts(absoluteURL(of: url)).text else {
      throw ClientError(.badRequest, operation: .image, detail: "not an HTTP URL")
    }
    return HTTPRequest(.get, target)
  }

  /// Returns the absolute form of an image URL; a path is relative to this market.
  public func absoluteURL(of url: String) -> String {
    url.hasPrefix("/") && !url.hasPrefix("//") ? market.url(of: url) : url
  }
}

/// A downloaded image.
public struct FetchedImage: Hashable, Sendable {
  /// The content of the file.
  public let bytes: [UInt8]
  /// The version of the image, if the host sent one.
  public let eTag: String?
}
