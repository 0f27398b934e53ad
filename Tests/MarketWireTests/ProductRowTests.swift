import Foundation
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(5))) struct ProductRowTests {
  @Test func `rows of a fixture are encoded to the same bytes`() throws {
    try expectSameBytes(try Fixture.bytes("api/list-v3.json"))
  }

  @Test(
    .enabled(if: Captures.areAvailable, "OPENMARKET_CAPTURES names no folder"),
    arguments: ["v3-list-junho15.json", "v3-list-taeangel.json", "v3-list-zhilly11.json"])
  func `rows of a capture are encoded to the same bytes`(name: String) throws {
    try expectSameBytes(try #require(try Captures.bytes(name)))
  }

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
      ProductRow(
        id: index, vendorID: index * 7, vendorName: texts[index % texts.count],
        name: texts[(index + 1) % texts.count],
        description: index % 4 == 0 ? nil : texts[index % texts.count],
        thumbnailPath: "pictures/\(index).jpg", currency: ["KRW", "USD", "XXX"][index % 3],
        price: amounts[index], discount: amounts[(index * 3) % amounts.count], stock: index * 111,
        createdAt: dates[index % dates.count], issuedAt: dates[(index + 1) % dates.count])
    }
    for hasExactDates in [true, false] {
      let products = rows.map { product($0, base: "http://a:80/", hasExactDates: hasExactDates) }
      for count in [0, 1, rows.count] {
        let page = ProductPage(
          pageNumber: 3, itemsPerPage: 20, totalCount: 61, products: Array(products.prefix(count)),
          revision: hasExactDates ? 41 : nil)
        let response = ListProducts.response(
          page, rows: Array(rows.prefix(count)), base: "http://a:80/",
          hasExactDates: hasExactDates)
        let expected = ListProducts.response(page)
        #expect(text(response.body) == text(expected.body))
        #expect(response.headers == expected.headers)
      }
    }
  }

  @Test func `a page number that overflows has the same bytes`() {
    let page = ProductPage(pageNumber: .max, itemsPerPage: 1000, totalCount: 5, products: [])
    let response = ListProducts.response(page, rows: [], base: "", hasExactDates: true)
    #expect(text(response.body) == text(ListProducts.response(page).body))
  }

  private func expectSameBytes(_ bytes: [UInt8]) throws {
    let page = try ListProducts.decode(success(bytes)).value
    let rows = try page.products.map { product in
      ProductRow(
        id: product.id, vendorID: try #require(product.vendor.id),
        vendorName: try #require(product.vendor.name), name: product.name,
        description: product.description, thumbnailPath: try #require(product.thumbnail),
        currency: product.currency?.rawValue ?? "XXX",
        price: try tenThousandths(product.price), discount: try tenThousandths(product.discount),
        stock: try #require(product.stock), createdAt: try #require(product.createdAt),
        issuedAt: try #require(product.issuedAt))
    }
    let response = ListProducts.response(page, rows: rows, base: "", hasExactDates: false)
    #expect(text(response.body) == text(stripped(bytes)))
  }

  private func tenThousandths(_ money: Money?) throws -> Int64 {
    let amount = try #require(money?.amount) * 10_000
    return try #require(Int64(NSDecimalNumber(decimal: amount).stringValue))
  }

  private func product(_ row: ProductRow, base: String, hasExactDates: Bool) -> Product {
    func money(_ amount: Int64) -> Money {
      Money(Decimal(amount) / 10_000, Currency(rawValue: row.currency))
    }
    return Product(
      id: row.id, vendor: Vendor(id: row.vendorID, name: row.vendorName), name: row.name,
      description: row.description, thumbnail: base + row.thumbnailPath, price: money(row.price),
      salePrice: money(row.price - row.discount), discount: money(row.discount), stock: row.stock,
      createdAt: row.createdAt.midnight, issuedAt: row.issuedAt.midnight,
      createdAtExact: hasExactDates ? row.createdAt : nil,
      issuedAtExact: hasExactDates ? row.issuedAt : nil)
  }
}
