import Foundation
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct ListingOrderTests {
  private static let products = [
    Product.sample(1, "Émile", price: "100", currency: .usd, stock: 0),
    .sample(2, "apple", price: "3000", discount: "1500", stock: 9),
    .sample(3, "Zebra", price: "3000", stock: 9),
    .sample(4, "가방", price: "99.99", discount: "33.33", currency: .usd, stock: 2),
    .sample(5, "APPLE", price: "1500", stock: 0),
    .sample(6, "", price: "1500", stock: 1),
    .sample(7, "\u{1F3FA}", price: "200000000000.0001", stock: 3),
    .sample(8, "\u{FFFD}", price: "0", stock: 3),
  ]

  @Test(arguments: [
    ("newest", [8, 7, 6, 5, 4, 3, 2, 1]),
    ("oldest", [1, 2, 3, 4, 5, 6, 7, 8]),
    // U+1F3FA follows U+FFFD, although its UTF-16 units are smaller.
    ("name", [6, 2, 5, 3, 1, 4, 8, 7]),
    ("price", [8, 2, 5, 6, 3, 7, 4, 1]),
    ("stock", [1, 5, 6, 4, 7, 8, 2, 3]),
    ("discount", [1, 3, 5, 6, 7, 8, 4, 2]),
  ])
  func `listings are sorted as the market sorts them, and descending is the reverse`(
    key: String, ids: [Int]
  ) throws {
    var generator = SeededGenerator(seed: 3)
    let shuffled = Self.products.shuffled(using: &generator)
    let ascending = try #require(ListingSort(text: key))
    let descending = try #require(ListingSort(text: "-" + key))
    #expect(ascending.sorted(shuffled).map(\.id) == ids)
    #expect(descending.sorted(shuffled).map(\.id) == ids.reversed())
  }

  @Test func `listings without a value for the sort key come last in both directions`() throws {
    let products = [
      Product.sample(1, price: nil, stock: nil), .sample(2, stock: 1),
      .sample(3, price: nil, stock: nil), .sample(4, price: "13000", stock: 2),
    ]
    for key in [ListingSort.Key.price, .stock] {
      #expect(ListingSort(key).sorted(products).map(\.id) == [2, 4, 1, 3])
      #expect(ListingSort(key, isDescending: true).sorted(products).map(\.id) == [4, 2, 3, 1])
    }
    #expect(ListingSort(.discount).sorted(products).map(\.id) == [2, 4, 1, 3])
  }

  @Test func `amounts that are not whole ten-thousandths, or too large, are compared exactly`() {
    let products = [
      Product.sample(1, price: "0.00002"), .sample(2, price: "0.00001"), .sample(3, price: "0"),
      .sample(4, price: "1e30"), .sample(5, price: "0.0001"), .sample(6, price: "-0.5"),
      .sample(7, price: "123456789012345678901234567890"),
    ]
    #expect(ListingSort(.price).sorted(products).map(\.id) == [6, 3, 2, 1, 5, 7, 4])
  }

  @Test(arguments: [
    ("mug", "Oak MUG", true), ("oak mug", "Oak mug", true), ("머그", "손잡이머그컵", true),
    ("STRASSE", "straße", true), ("red", "Oak mug", true), ("RE", "Oak mug", true),
    ("mug\nred", "Oak mug", true), ("mugs", "Oak mug", false), ("edr", "Oak mug", false),
    ("é", "cafe\u{301}", true), ("fe", "caf\u{E9}", false), ("x", "x\u{301}y", true),
    ("👩", "👩‍👧", true), ("ㄱ", "가", false), ("", "Oak mug", true), ("ab", "aab", true),
    ("aab", "aaab", true), ("%", "Oak mug", false),
  ])
  func `the filter finds the same listings as a search in the database`(
    word: String, name: String, isFound: Bool
  ) {
    var filter = ListingFilter.all
    filter.search = word
    #expect(filter.matches(.sample(1, name)) == isFound)
  }
}
