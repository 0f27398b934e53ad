import Foundation
import Testing

@testable import MarketWire

@Suite(.timeLimit(.minutes(60))) struct TargetRedactionTests {
  @Test(arguments: [
    ("/", "/"), ("", ""), ("*", "*"), ("/api/products?page_no=1", "/api/products?page_no=1"),
    (
      "/api/products?search_value=%EB%A8%B8&sort=-price",
      "/api/products?search_value=%EB%A8%B8&sort=-price"
    ),
    ("/api/products?secret=abc", "/api/products?secret=***"),
    ("/api/products/7?page_no=1&%73ecret=a=b&", "/api/products/7?page_no=1&%73ecret=***&"),
    ("/?abc", "/?***"), ("/?", "/?"), ("/?=abc", "/?=***"), ("/?a\u{301}=b?c", "/?a\u{301}=***"),
    ("/?page_no=1#secret", "/?page_no=1"), ("/healthChecker?a=1&a=2", "/healthChecker?a=***&a=***"),
    ("/api/products/NDA5fDVk", "/api/products/***"),
    ("/api/products/7/archived", "/api/products/7/archived"),
    ("//api//products//NDA5/x", "//api//products//***"),
    ("http://a/api/products/NDA5", "http://a/api/products/***"),
    ("/%61pi/product%73/NDA5", "/%61pi/product%73/***"),
    ("/API/products/MzI4fDE4ODgyMmUxLTAwMDAtNDAwMC04MDAwLTAwMDAwMDAwMDAwMA==", "/API/products/***"),
  ])
  func `removal tokens and unknown parameters are redacted`(target: String, shown: String) {
    #expect(RequestTarget.redacted(target) == shown)
  }

  @Test func `every parameter of a list is known`() throws {
    var filter = ListingFilter()
    filter.search = "a"
    filter.vendor = .id(1)
    filter.currency = .krw
    filter.minPrice = 1
    filter.maxPrice = 2
    filter.below = 3
    filter.since = WireDate(milliseconds: 0)
    filter.until = WireDate(milliseconds: 1)
    filter.isInStock = true
    filter.isSoldOut = true
    filter.isDiscounted = true
    let list = ListProducts(filter: filter, sort: ListingSort(.price, isDescending: true))
    for target in [
      list.request.target, SummarizeProducts(filter: filter).request.target,
      ListChanges(since: 1).request.target,
    ] {
      let items = try RequestTarget(parsing: target).query
      #expect(items.allSatisfy { RequestTarget.knownParameters.contains($0.name) })
      #expect(RequestTarget.redacted(target) == target)
    }
  }
}
