import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketService

@Suite(.timeLimit(.minutes(60))) struct ListRowTests {
  private static let base = "http://a:80"

  @Test func `rows have the same bytes as values of a page`() throws {
    let texts = [
      "", "Mug", "머그컵 ☕️", "\"quoted\" \\ back/slash", "a\u{8}\t\n\u{c}\r\u{0}\u{1f}\u{7f}z",
      "e\u{301}",
    ]
    let amounts: [Int64] = [
      0, 1, 9, 10, 11, 99, 100, 1000, 9999, 10_000, 12_345, 20_500, 120_000_000, 99_999_999_999,
      100_000_000_000, 100_000_000_001, 9_999_999_999_999_999, -1, -10_000, -12_345,
    ]
    let dates = [0, 1, -1, 1_668_556_799_999, 253_402_300_799_999, -62_167_219_200_000].map {
      WireDate(milliseconds: $0)
    }
    let rows = amounts.indices.map { index in
      StoredProduct(
        id: index, vendorID: index * 7, vendorName: texts[index % texts.count],
        name: texts[(index + 1) % texts.count],
        description: index % 4 == 0 ? nil : texts[index % texts.count],
        currency: ["KRW", "USD", "XXX"][index % 3], price: amounts[index],
        discount: amounts[(index * 3) % amounts.count], stock: index * 111,
        thumbnail: "pictures/\(index).jpg", createdAt: dates[index % dates.count],
        issuedAt: dates[(index + 1) % dates.count], removalID: "")
    }
    for count in [0, 1, rows.count] {
      try expectSameBytes(Array(rows.prefix(count)), pageNumber: 3, revision: 41)
      try expectSameBytes(Array(rows.prefix(count)), pageNumber: 3, hasExactDates: false)
    }
  }

  @Test func `a page number that overflows has the same bytes`() throws {
    try expectSameBytes([], pageNumber: .max)
  }

  private func expectSameBytes(
    _ rows: [StoredProduct], pageNumber: Int, revision: Int? = nil, hasExactDates: Bool = true
  ) throws {
    let base = try #require(BaseURL(publicURL: Self.base))
    var page = ProductPage(
      pageNumber: pageNumber, itemsPerPage: 20, totalCount: 61, products: [], revision: revision)
    let response = ListProducts.response(
      page, rows: rows, base: base.url(""), hasExactDates: hasExactDates)
    page.products = rows.map { row in
      var product = row.product(base: base)
      if !hasExactDates { (product.createdAtExact, product.issuedAtExact) = (nil, nil) }
      return product
    }
    let expected = ListProducts.response(page)
    #expect(response.text == expected.text)
    #expect(response.headers == expected.headers)
  }
}
