/// `GET /api/products?changed_since=N`: what changed after a revision (API 7).

/// Some changes of a market, the oldest first.
public struct ProductChanges: Hashable, Sendable {
  /// Listings that were made or changed, as they are now.
  public var products: [Product]
  /// Listings that are gone. Some of them the asker may never have seen.
  public var removed: [Int]
  /// All changes up to this revision are in here, or were before it.
  public var revision: Int
  /// Whether there are more; ask again with ``revision``.
  public var hasMore: Bool
  /// Listings changed since, with those that are not in here.
  public var totalCount: Int

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

/// The question for what changed after a revision. A market that does not remember that far back
/// answers 410: the whole list has to be read then.
public struct ListChanges: MarketOperation {
  /// The revision that the asker has.
  public var since: Int
  /// Changes in one answer, 1 to 1,000.
  public var limit: Int

  public init(since: Int, limit: Int = ListProducts.itemsPerPageLimit) {
    self.since = since
    self.limit = limit
  }

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

  /// Reads the query of a request; nil where it does not ask for changes. A filter, an order and
  /// another page than the first cannot be asked for at the same time: a listing that no longer
  /// fits would not be told of.
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
        expected: "nothing beside changed_since, which goes on from the revision of each answer")
    }
    self.init(since: since, limit: list.itemsPerPage)
  }

  public static func decode(
    _ response: HTTPResponse
  ) throws(ResponseError) -> Decoded<ProductChanges> {
    let value = try readJSON(response)
    let page = try ListProducts.page(of: value)
    var reader = MemberReader(issues: page.issues)
    // Without them the answer is no list of changes but the plain list of an older market.
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

  /// The usual envelope, as the first page of what is left, with `removed` behind it.
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
