/// Changes of a market, oldest first.
public struct ProductChanges: Hashable, Sendable {
  /// The created and changed listings, in their current state.
  public var products: [Product]
  /// The ids of removed listings, including some that the client may never have seen.
  public var removed: [Int]
  /// The last revision included; the next request starts from it.
  public var revision: Int
  /// Whether there are more changes after ``revision``.
  public var hasMore: Bool
  /// The number of created and changed listings, including those not in this response.
  public var totalCount: Int

  /// Creates a list of changes.
  public init(
    products: [Product], removed: [Int], revision: Int, hasMore: Bool, totalCount: Int
  ) {
    self.products = products
    self.removed = removed
    self.revision = revision
    self.hasMore = hasMore
    self.totalCount = totalCount
  }
}

/// `GET /api/products?changed_since=N`: lists the changes after a revision (API 7.3).
///
/// A market returns 410 if it no longer has these changes; then the whole list must be read.
public struct ListChanges: MarketOperation {
  /// The revision that the client has.
  public var since: Int
  /// The maximum number of changes in one response, 1 to 1,000.
  public var limit: Int

  /// Creates the request for changes.
  public init(since: Int, limit: Int = ListProducts.itemsPerPageLimit) {
    self.since = since
    self.limit = limit
  }

  /// The request of the client.
  public var request: HTTPRequest {
    HTTPRequest(
      .get,
      RequestTarget(
        path: MarketPath.products,
        query: [
          .init(name: "changed_since", value: String(since)),
          .init(name: "items_per_page", value: String(limit)),
        ]
      ).text)
  }

  /// Decodes a query; returns nil if it does not ask for changes.
  ///
  /// Filters, sort orders and later pages are not allowed, because a listing that no longer matches
  /// would be missing from the changes.
  ///
  /// - Throws: ``RequestError``.
  public init?(target: RequestTarget) throws(RequestError) {
    let query = QueryReader(target: target)
    guard let since = try query.wholeNumber("changed_since", 0...Int.max) else { return nil }
    let list = try ListProducts(target: target)
    var others = (list.filter.queryItems + list.sort.queryItems).map(\.name)
    if list.pageNumber != 1 { others.append("page_no") }
    if target["summary"] != nil { others.append("summary") }
    if let name = others.first {
      throw .query(
        name: name, value: target[name] ?? "",
        expected: "nothing next to changed_since")
    }
    self.init(since: since, limit: list.itemsPerPage)
  }

  /// Decodes the changes; the plain list of a market without the extension `revision` is an error.
  public static func decode(
    _ response: HTTPResponse
  ) throws(ResponseError) -> Decoded<ProductChanges> {
    let value = try readJSON(response)
    let page = try ListProducts.page(of: value)
    var reader = MemberReader(issues: page.issues)
    // A market without the extension ignores the parameter and returns its plain list.
    guard let removed = value.objectValue?["removed"]?.arrayValue, let revision = response.revision
    else {
      throw .unexpected(
        DecodingIssue(
          path: "$.removed", expected: "an array, and a revision", found: "a plain list"))
    }
    let ids = removed.enumerated().compactMap { index, value in
      reader.take(value, "$.removed[\(index)]", "a whole number", \.intValue)
    }
    return Decoded(
      ProductChanges(
        products: page.value.products, removed: ids, revision: revision,
        hasMore: page.value.hasNext,
        totalCount: page.value.totalCount ?? page.value.products.count),
      issues: reader.issues)
  }

  /// Returns the response of the service: the envelope of a list, followed by `removed`.
  public static func response(_ changes: ProductChanges) -> HTTPResponse {
    let size = max(1, changes.products.count)
    let page = ProductPage(
      pageNumber: 1, itemsPerPage: size, totalCount: changes.totalCount,
      lastPage: changes.hasMore ? 2 : 1, hasNext: changes.hasMore, hasPrevious: false,
      products: changes.products)
    var envelope = ListProducts.envelope(page)
    envelope.append("removed", .array(changes.removed.map(JSON.integer)))
    var response = HTTPResponse.json(.object(envelope))
    response.headers[.revision] = String(changes.revision)
    return response
  }
}
