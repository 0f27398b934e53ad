import Foundation
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct ListingQueryTests {
  /// Filters with no, one or all conditions.
  static let filters: [ListingFilter] = {
    var filters: [ListingFilter] = [.all]
    func add(_ change: (inout ListingFilter) -> Void) {
      var filter = ListingFilter.all
      change(&filter)
      filters.append(filter)
    }
    add { $0.search = "머그 & \"컵\"" }
    for vendor: VendorFilter in [
      .id(7), .name("red"), .name("12"), .name("\"q\""), .name("\"12"), .name("a\"b"),
      .name("가게 1호점"), .name("0"), .name("-1"), .id(.max),
    ] { add { $0.vendor = vendor } }
    add { $0.currency = .jpy }
    add { $0.minPrice = decimal("0.0001") }
    add { $0.minPrice = decimal("-200") }
    add { $0.maxPrice = decimal("123456789012.3456") }
    for below in [0, 1, -3, .max] { add { $0.below = below } }
    add { $0.since = WireDate(milliseconds: 1_795_273_445_678) }
    add { $0.until = WireDate(milliseconds: -1) }
    add { $0.isInStock = true }
    add { $0.isSoldOut = true }
    add { $0.isDiscounted = true }
    add { filter in
      filter.search = "mug"
      filter.vendor = .id(3)
      filter.currency = .usd
      filter.minPrice = 1
      filter.maxPrice = 2
      filter.below = 3
      filter.since = WireDate(milliseconds: 1)
      filter.until = WireDate(milliseconds: 2)
      filter.isInStock = true
      filter.isSoldOut = true
      filter.isDiscounted = true
    }
    return filters
  }()

  @Test(arguments: filters)
  func `a filter survives a round trip`(filter: ListingFilter) throws {
    let list = ListProducts(pageNumber: 3, itemsPerPage: 50, filter: filter)
    let read = try ListProducts(target: RequestTarget(parsing: list.request.target))
    #expect(read.filter == filter && read.pageNumber == 3 && read.itemsPerPage == 50)
    let summary = SummarizeProducts(filter: filter)
    let target = try RequestTarget(parsing: summary.request.target)
    #expect(try SummarizeProducts(target: target)?.filter == filter)
  }

  @Test func `an order survives a round trip, and the default one is not sent`() throws {
    for key in ListingSort.Key.allCases {
      for isDescending in [false, true] {
        let sort = ListingSort(key, isDescending: isDescending)
        let target = try RequestTarget(parsing: ListProducts(sort: sort).request.target)
        #expect(try ListProducts(target: target).sort == (sort.isDefault ? .newest : sort))
        #expect((target["sort"] == nil) == sort.isDefault)
      }
    }
  }

  @Test(arguments: [
    "sort=", "sort=Price", "sort=--price", "sort=price%20", "sort=prices", "sort=-",
    "min_price=", "min_price=x", "min_price=1,000", "min_price=%201", "min_price=NaN",
    "min_price=1e999", "min_price=0x10", "max_price=+1", "max_price=.5", "max_price=1.",
    "max_price=Infinity", "max_price=%EF%BC%91", "currency=", "currency=KR", "currency=WONS",
    "currency=K1W", "currency=%E2%82%A9", "vendor=", "below=", "below=1.5", "below=%2B1",
    "below=99999999999999999999", "since=", "since=yesterday", "since=2026-13-01",
    "since=2026-02-30", "until=1700000000", "until=2026-11-03T25:00:00Z", "in_stock=",
    "in_stock=2", "in_stock=yes", "sold_out=TRUE", "discounted=-1",
  ])
  func `an invalid value throws the name of its parameter`(query: String) throws {
    let target = try RequestTarget(parsing: "/api/products?\(query)")
    let problem = #expect(throws: RequestError.self) { try ListProducts(target: target) }
    guard case .query(let name, let value, let expected) = problem else {
      Issue.record("another problem")
      return
    }
    #expect(name == target.query.first?.name && value == target.query.first?.value)
    #expect(!expected.isEmpty)
  }

  @Test func `an amount of 30 digits is accepted, one of 65 digits is not`() throws {
    for (digits, isTaken) in [(1000, false), (65, false), (30, true)] {
      let target = RequestTarget(
        path: MarketPath.products,
        query: [.init(name: "min_price", value: String(repeating: "9", count: digits))])
      #expect(((try? ListProducts(target: target)) != nil) == isTaken)
    }
  }

  @Test func `a request for changes allows no filter, order or later page`() throws {
    let asked = ListChanges(since: 12, limit: 5)
    let target = try RequestTarget(parsing: asked.request.target)
    let read = try #require(try ListChanges(target: target))
    #expect(read.since == 12 && read.limit == 5)
    #expect(try ListChanges(target: RequestTarget(parsing: "/api/products")) == nil)
    for more in ["sort=price", "in_stock=1", "page_no=2", "search_value=a", "summary=1"] {
      let target = try RequestTarget(parsing: "/api/products?changed_since=1&\(more)")
      #expect(throws: RequestError.self) { try ListChanges(target: target) }
    }
    for wrong in ["", "-1", "x", "1.0", "99999999999999999999"] {
      let target = try RequestTarget(parsing: "/api/products?changed_since=\(wrong)")
      #expect(throws: RequestError.self) { try ListChanges(target: target) }
    }
  }

  @Test func `changes survive a round trip`() throws {
    let products = [3, 9].map { Product.sample($0) }
    let changes = ProductChanges(
      products: products, removed: [4, 1], revision: 77, hasMore: true, totalCount: 12)
    let reading = try ListChanges.decode(ListChanges.response(changes))
    #expect(reading.issues.isEmpty)
    #expect(reading.value == changes)
    // A market without the extension returns its plain list.
    let list = ListProducts.response(
      ProductPage(pageNumber: 1, itemsPerPage: 20, totalCount: 2, products: products))
    #expect(throws: ResponseError.self) { try ListChanges.decode(list) }
  }

  @Test func `a page has its revision in two headers`() throws {
    let page = ProductPage(
      pageNumber: 1, itemsPerPage: 20, totalCount: 0, products: [], revision: 41)
    let response = ListProducts.response(page)
    #expect(response.headers[.revision] == "41" && response.headers[.eTag] == "\"41\"")
    #expect(try ListProducts.decode(response).value.revision == 41)
    var request = HTTPRequest(.get, "/")
    for (known, isKnown) in [
      ("\"41\"", true), ("W/\"41\"", true), ("\"1\", \"41\" ", true), ("*", true), ("41", false),
      ("\"4\"", false), ("", false), ("\"41", false),
    ] {
      request.headers[.ifNoneMatch] = known
      #expect(request.matchesETag("\"41\"") == isKnown, "\(known)")
    }
  }

  @Test func `a revision that is not a number is ignored`() throws {
    var response = ListProducts.response(
      ProductPage(pageNumber: 1, itemsPerPage: 20, totalCount: 0, products: []))
    for text in ["", "x", "1.5", "99999999999999999999"] {
      response.headers[.revision] = text
      #expect(try ListProducts.decode(response).value.revision == nil)
    }
  }
}

extension Product {
  /// Returns a listing of a market with exact dates.
  static func sample(
    _ id: Int, _ name: String = "Oak mug", price: String? = "12000", discount: String = "0",
    currency: Currency = .krw, stock: Int? = 5, shop: String = "red",
    created: Int64 = 1_795_273_445_678
  ) -> Product {
    let amount = price.map(decimal)
    let date = WireDate(milliseconds: created)
    return Product(
      id: id, vendor: Vendor(id: 1, name: shop), name: name, description: "Turned.",
      thumbnail: "http://market.local/a_thumb.jpg", price: amount.map { Money($0, currency) },
      salePrice: amount.map { Money($0 - decimal(discount), currency) },
      discount: amount.map { _ in Money(decimal(discount), currency) }, stock: stock,
      createdAt: date.midnight, issuedAt: date.midnight, createdAtExact: date,
      issuedAtExact: date)
  }
}
