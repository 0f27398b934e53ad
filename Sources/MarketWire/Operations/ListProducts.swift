/// `GET /api/products`: reads one page of the list (API 1.3, 7.3).
///
/// ```swift
/// // What a market reads, and how it answers.
/// let query = try ListProducts(target: RequestTarget(parsing: "/api/products?page_no=2&search_value=mug"))
/// let answer = ListProducts.response(
///   ProductPage(
///     pageNumber: query.pageNumber, itemsPerPage: query.itemsPerPage, totalCount: 21,
///     products: [product]))
/// print(try ListProducts.decode(answer).value.products.count)
/// ```
///
/// Every market supports the search. A filter that is not ``ListingFilter/isSearchOnly`` needs the
/// extension `filter`, and an order that is not ``ListingSort/isDefault`` needs the extension `sort`:
/// a market without them ignores the parameters and returns its plain list.
public struct ListProducts: MarketOperation {
  /// The maximum number of rows on a page (API 7.3).
  public static let itemsPerPageLimit = 1000
  /// The number of rows on a page if a request does not set it (API 7.3).
  public static let defaultItemsPerPage = 20

  /// The number of the page, from 1.
  public var pageNumber: Int
  /// The maximum number of rows, 1 to 1,000.
  public var itemsPerPage: Int
  /// The filter of the list.
  public var filter: ListingFilter
  /// The order of the list.
  public var sort: ListingSort

  /// The search of the filter; see ``ListingFilter/search``.
  public var searchValue: String? {
    get { filter.search }
    set { filter.search = newValue }
  }

  /// Creates the request for a page.
  ///
  /// `searchValue` replaces the search of the filter unless it is nil.
  public init(
    pageNumber: Int = 1, itemsPerPage: Int = defaultItemsPerPage, searchValue: String? = nil,
    filter: ListingFilter = .all, sort: ListingSort = .newest
  ) {
    self.pageNumber = pageNumber
    self.itemsPerPage = itemsPerPage
    self.filter = filter
    self.sort = sort
    if let searchValue { self.filter.search = searchValue }
  }

  /// The request of the client.
  public var request: HTTPRequest {
    let paging: [RequestTarget.Item] = [
      .init(name: "page_no", value: String(pageNumber)),
      .init(name: "items_per_page", value: String(itemsPerPage)),
    ]
    return HTTPRequest(
      .get,
      RequestTarget(
        path: MarketPath.products, query: paging + filter.queryItems + sort.queryItems
      ).text)
  }

  /// Decodes a query; unknown parameters are ignored.
  ///
  /// - Throws: ``RequestError``.
  public init(target: RequestTarget) throws(RequestError) {
    let query = QueryReader(target: target)
    pageNumber = try query.wholeNumber("page_no", 1...Int.max) ?? 1
    itemsPerPage =
      try query.wholeNumber("items_per_page", 1...Self.itemsPerPageLimit)
      ?? Self.defaultItemsPerPage
    filter = try ListingFilter(target: target)
    sort = try ListingSort(target: target)
  }

  /// Decodes a page of any generation.
  ///
  /// A row without a usable id is left out. Of other rows, only the unusable members are left out.
  /// Each of both adds a ``DecodingIssue``.
  public static func decode(
    _ response: HTTPResponse
  ) throws(ResponseError) -> Decoded<ProductPage> {
    var decoded = try page(of: try readJSON(response))
    decoded.value.revision = response.revision
    return decoded
  }

  /// Decodes an envelope with its rows.
  static func page(of value: JSON) throws(ResponseError) -> Decoded<ProductPage> {
    guard let object = value.objectValue else {
      throw .unexpected(DecodingIssue(path: "$", expected: "an object", found: value.kind))
    }
    let rowsKey = object["pages"] == nil && object["items"] != nil ? "items" : "pages"
    guard let rows = object[rowsKey]?.arrayValue else {
      throw .unexpected(
        DecodingIssue(
          path: "$.\(rowsKey)", expected: "an array", found: object[rowsKey]?.kind ?? "nothing"))
    }
    var reader = MemberReader()
    let products = rows.enumerated().compactMap { index, row in
      reader.product(row, at: "$.\(rowsKey)[\(index)]")
    }
    let page =
      rowsKey == "items"
      ? reader.pageOfFirstGeneration(object, rowCount: rows.count, products: products)
      : reader.page(object, rowCount: rows.count, products: products)
    return Decoded(page, issues: reader.issues)
  }

  /// Returns the response of the service in the format of v3, with the revision in the headers
  /// (API 7.3).
  public static func response(_ page: ProductPage) -> HTTPResponse {
    var response = HTTPResponse.json(.object(envelope(page)))
    response.revision = page.revision
    return response
  }

  /// Returns the members of a page in the format of v3.
  static func envelope(_ page: ProductPage) -> JSONObject {
    let bounds = bounds(page)
    return [
      "pageNo": .integer(page.pageNumber), "itemsPerPage": .integer(page.itemsPerPage),
      "totalCount": .integer(page.totalCount ?? page.products.count),
      "offset": .integer(bounds.offset), "limit": .integer(bounds.limit),
      "lastPage": .integer(page.lastPage ?? page.pageNumber), "hasNext": .bool(page.hasNext),
      "hasPrev": .bool(page.hasPrevious), "pages": .array(page.products.map(\.row)),
    ]
  }

  /// The offsets before and after the page; `limit` is the end index of the page, not a number of
  /// rows (API 1.3).
  package static func bounds(_ page: ProductPage) -> (offset: Int, limit: Int) {
    let size = max(0, page.itemsPerPage)
    let (limit, overflow) = max(0, page.pageNumber).multipliedReportingOverflow(by: size)
    let end = overflow ? Int.max : limit
    return (max(0, end - size), end)
  }
}

extension MemberReader {
  /// Decodes an envelope of v1, which has only the page number; a page has 20 rows (API 3).
  fileprivate mutating func pageOfFirstGeneration(
    _ object: JSONObject, rowCount: Int, products: [Product]
  ) -> ProductPage {
    let number = take(object["page"], "$.page", "a whole number", \.intValue) ?? 1
    return ProductPage(
      pageNumber: number, itemsPerPage: 20, totalCount: nil, lastPage: nil,
      hasNext: rowCount >= 20, hasPrevious: number > 1, products: products)
  }

  /// Decodes an envelope in camelCase (v3) or snake_case (v2).
  fileprivate mutating func page(
    _ object: JSONObject, rowCount: Int, products: [Product]
  ) -> ProductPage {
    let isSnakeCase = object["page_no"] != nil || object["items_per_page"] != nil
    func member<T>(_ camel: String, _ snake: String, _ kind: String, _ read: (JSON) -> T?) -> T? {
      let key = object[camel] == nil && (isSnakeCase || object[snake] != nil) ? snake : camel
      return take(object[key], "$.\(key)", kind, read)
    }
    func number(_ camel: String, _ snake: String) -> Int? {
      member(camel, snake, "a whole number", \.intValue)
    }
    let pageNumber = number("pageNo", "page_no") ?? 1
    let itemsPerPage = number("itemsPerPage", "items_per_page") ?? max(rowCount, 1)
    // Totals are added and subtracted, which must not overflow.
    let totalCount = number("totalCount", "total_count").map { min(max($0, 0), Int(Int32.max)) }
    let lastPage = number("lastPage", "last_page")
    let hasNext = member("hasNext", "has_next", "a boolean", \.boolValue)
    let hasPrevious = member("hasPrev", "has_prev", "a boolean", \.boolValue)
    return ProductPage(
      pageNumber: pageNumber, itemsPerPage: itemsPerPage, totalCount: totalCount,
      lastPage: lastPage, hasNext: hasNext ?? lastPage.map { pageNumber < $0 } ?? false,
      hasPrevious: hasPrevious ?? (pageNumber > 1), products: products)
  }
}
