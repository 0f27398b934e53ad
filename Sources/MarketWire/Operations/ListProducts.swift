/// `GET /api/products`: one page of the list, newest first (API 1.3).

/// The question for one page of the list.
public struct ListProducts: MarketOperation {
  /// The most rows that a page may have (API 7).
  public static let itemsPerPageLimit = 1000
  /// The rows of a page where a request does not say (API 7).
  public static let defaultItemsPerPage = 20

  /// 1-based.
  public var pageNumber: Int
  /// 1 to 1,000.
  public var itemsPerPage: Int
  /// Part of a product's or a vendor's name, in any case; empty or nil is no filter.
  public var searchValue: String?

  /// Asks for a page.
  public init(
    pageNumber: Int = 1, itemsPerPage: Int = defaultItemsPerPage, searchValue: String? = nil
  ) {
    self.pageNumber = pageNumber
    self.itemsPerPage = itemsPerPage
    self.searchValue = searchValue
  }

  public var request: HTTPRequest {
    var target = RequestTarget(
      path: MarketPath.products,
      query: [
        .init(name: "page_no", value: String(pageNumber)),
        .init(name: "items_per_page", value: String(itemsPerPage)),
      ])
    if let searchValue, !searchValue.isEmpty {
      target.query.append(.init(name: "search_value", value: searchValue))
    }
    return HTTPRequest(.get, target.text)
  }

  /// Reads the query of a request.
  public init(target: RequestTarget) throws(RequestProblem) {
    func number(_ name: String, _ range: ClosedRange<Int>, or standard: Int) throws(RequestProblem)
      -> Int
    {
      guard let text = target[name] else { return standard }
      guard let value = Int(text), range.contains(value), text.utf8.first != UInt8(ascii: "+")
      else {
        let expected =
          range.upperBound == .max
          ? "a whole number from \(range.lowerBound)"
          : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        throw .query(name: name, value: text, expected: expected)
      }
      return value
    }
    pageNumber = try number("page_no", 1...Int.max, or: 1)
    itemsPerPage = try number(
      "items_per_page", 1...Self.itemsPerPageLimit, or: Self.defaultItemsPerPage)
    searchValue = target["search_value"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Reads a page of any generation. A row without a usable id is left out and noted, any other
  /// damage is noted and its member left out.
  public static func answer(
    from response: HTTPResponse
  ) throws(AnswerProblem) -> Reading<ProductPage> {
    let value = try readJSON(response)
    guard let object = value.objectValue else {
      throw .unexpected(ReadIssue(path: "$", expected: "an object", found: value.kind))
    }
    let rowsKey = object["pages"] == nil && object["items"] != nil ? "items" : "pages"
    guard let rows = object[rowsKey]?.arrayValue else {
      throw .unexpected(
        ReadIssue(
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
    return Reading(page, issues: reader.issues)
  }

  /// The page as v3 wrote it.
  public static func response(_ page: ProductPage) -> HTTPResponse {
    // limit is the index after the page's last row, not a number of rows (API 1.3).
    let size = max(0, page.itemsPerPage)
    let (limit, overflow) = max(0, page.pageNumber).multipliedReportingOverflow(by: size)
    let end = overflow ? Int.max : limit
    let object: JSONObject = [
      "pageNo": .integer(page.pageNumber), "itemsPerPage": .integer(page.itemsPerPage),
      "totalCount": .integer(page.totalCount ?? page.products.count),
      "offset": .integer(max(0, end - size)), "limit": .integer(end),
      "lastPage": .integer(page.lastPage ?? page.pageNumber), "hasNext": .bool(page.hasNext),
      "hasPrev": .bool(page.hasPrevious), "pages": .array(page.products.map(\.row)),
    ]
    return .json(.object(object))
  }
}

extension MemberReader {
  /// v1 sends the page number only, with 20 rows a page, and an empty page past the end.
  fileprivate mutating func pageOfFirstGeneration(
    _ object: JSONObject, rowCount: Int, products: [Product]
  ) -> ProductPage {
    let number = take(object["page"], "$.page", "a whole number", \.intValue) ?? 1
    return ProductPage(
      pageNumber: number, itemsPerPage: 20, totalCount: nil, lastPage: nil,
      hasNext: rowCount >= 20, hasPrevious: number > 1, products: products)
  }

  /// Reads the envelope in camelCase (v3) or snake_case (v2).
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
    let totalCount = number("totalCount", "total_count")
    let lastPage = number("lastPage", "last_page")
    let hasNext = member("hasNext", "has_next", "a boolean", \.boolValue)
    let hasPrevious = member("hasPrev", "has_prev", "a boolean", \.boolValue)
    return ProductPage(
      pageNumber: pageNumber, itemsPerPage: itemsPerPage, totalCount: totalCount,
      lastPage: lastPage, hasNext: hasNext ?? lastPage.map { pageNumber < $0 } ?? false,
      hasPrevious: hasPrevious ?? (pageNumber > 1), products: products)
  }
}
