import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import StoreTestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct ListStoreTests {
  @Test(arguments: StoreKind.allWithModel)
  func `pages and counts match filtering and sorting in memory`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    let products = try Self.fill(test, count: 700)
    for (name, filter) in ListingQueries.filters {
      let expected = products.filter(filter.matches)
      for sort in ListingQueries.sorts {
        let ids = sort.sorted(expected).map(\.id)
        for offset in [0, 1, 33, max(0, ids.count - 5), ids.count, ids.count + 1, .max] {
          let page = try test.store.read {
            try $0.products(filter, sortedBy: sort, offset: offset, limit: 40)
          }
          #expect(
            page.products.map(\.id) == Array(ids.dropFirst(offset).prefix(40)),
            "\(name) by \(sort.text) from \(offset)")
          #expect(page.totalCount == ids.count)
        }
      }
    }
  }

  @Test(arguments: StoreKind.allWithModel)
  func `a search finds what names contain after changes and removals`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    let vendor = try test.addVendor("모퉁이")
    let names = ["머그컵", "손잡이 머그", "머 그", "mug–컵 %_'\"*", "🏺🏺 A\nb"]
    let ids = try names.map { try test.addProducts(1, of: vendor, name: $0)[0] }
    func found(_ word: String) throws -> [Int] {
      var filter = ListingFilter.all
      filter.search = word
      let page = try test.store.read {
        try $0.products(filter, sortedBy: ListingSort(.oldest), offset: 0, limit: 9)
      }
      #expect(page.totalCount == page.products.count)
      return page.products.map(\.id)
    }
    func check() throws {
      let listed = try test.store.read { try $0.products(offset: 0, limit: 9) }.products
      let words = "머그,그컵,컵,머그컵,머 그,이 머,UG,–컵,%_,'\"*,🏺🏺,a\nb,\nb,b\n모,모퉁,퉁이,이\n,zz,and,or not"
      for word in words.split(separator: ",").map(String.init) {
        let expected = listed.filter {
          let text = Folding.searchText(name: $0.name, vendor: $0.vendorName)
          return Folding.isSubstring(Folding.folded(word), of: text)
        }
        #expect(try found(word) == expected.map(\.id).reversed(), "\(word)")
      }
    }
    try check()
    for (id, name) in [(ids[0], "찻잔"), (ids[4], "머그"), (ids[1], "손잡이 머그")] {
      try test.store.write { writer in
        var product = try #require(try writer.product(id))
        product.name = name
        try writer.update(product)
      }
    }
    try check()
    for id in [ids[4], ids[0]] { try test.remove(id) }
    try check()
  }

  @Test(arguments: StoreKind.allWithModel)
  func `price bounds between two storable amounts are rounded inward`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    let vendor = try test.addVendor("shop")
    let ids = try test.store.write { writer in
      try ([0, 1, 2, 9_999_999_999_999_999] as [Int64]).map { price in
        var product = NewProduct.of(vendor)
        product.price = price
        product.discount = 0
        return try writer.insert(product).id
      }
    }
    for (low, high, expected) in [
      ("0.00005", nil, ids.suffix(3)), (nil, "0.00015", ids.prefix(2)),
      ("0.0001", "0.0001", ids[1...1]), ("-1e30", "1e30", ids[0...]), ("1e30", nil, []),
      (nil, "-0.00001", []), ("-0.00001", "0", ids[0...0]),
      ("999999999999.9999", nil, ids.suffix(1)), ("999999999999.99991", nil, []),
    ] as [(String?, String?, ArraySlice<Int>)] {
      var filter = ListingFilter.all
      filter.minPrice = low.flatMap { Decimal(string: $0) }
      filter.maxPrice = high.flatMap { Decimal(string: $0) }
      let found = try test.store.read {
        try $0.products(filter, sortedBy: ListingSort(.oldest), offset: 0, limit: 9)
      }
      #expect(found.products.map(\.id) == Array(expected), "\(low ?? "") to \(high ?? "")")
    }
  }

  @Test(arguments: StoreKind.allWithModel)
  func `an unknown shop has no listings`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    _ = try test.addProducts(2, of: try test.addVendor("shop"))
    for vendor in [VendorFilter.id(9), .id(0), .id(.max), .name("Shop"), .name("")] {
      var filter = ListingFilter.all
      filter.vendor = vendor
      let page = try test.store.read {
        try $0.products(filter, sortedBy: ListingSort(.price), offset: 0, limit: 9)
      }
      #expect(page.products.isEmpty && page.totalCount == 0)
    }
  }

  /// Inserts random listings of three shops and returns them as a client sees them.
  static func fill(_ test: TestStore, count: Int) throws -> [Product] {
    var generator = SeededGenerator(seed: 19)
    let vendors = try ["red", "blue", "12"].map { try test.addVendor($0) }
    let names = [
      "Oak mug", "OAK MUG", "머그컵", "손잡이 머그", "", "Straße", "a\nb", "\u{1F3FA}", "a\u{0}b",
    ]
    return try test.store.write { writer in
      try (0..<count).map { _ in
        var product = NewProduct.of(vendors.randomElement(using: &generator) ?? vendors[0])
        product.name = names.randomElement(using: &generator) ?? ""
        product.currency = ["KRW", "USD", "JPY"].randomElement(using: &generator) ?? "KRW"
        product.price = Int64.random(in: 0...9, using: &generator) * 100_000
        product.discount =
          Bool.random(using: &generator)
          ? 0 : Int64.random(in: 0...max(0, product.price), using: &generator)
        product.stock = Int.random(in: 0...6, using: &generator)
        product.createdAt = WireDate(milliseconds: Int64.random(in: 0...1000, using: &generator))
        return Product(try writer.insert(product))
      }
    }
  }
}

extension Product {
  /// Converts a stored listing.
  init(_ stored: StoredProduct) {
    let currency = Currency(rawValue: stored.currency)
    func money(_ amount: Int64) -> Money { Money(Decimal(amount) / 10_000, currency) }
    self.init(
      id: stored.id, vendor: Vendor(id: stored.vendorID, name: stored.vendorName),
      name: stored.name, price: money(stored.price),
      salePrice: money(stored.price - stored.discount), discount: money(stored.discount),
      stock: stored.stock, createdAtExact: stored.createdAt, issuedAtExact: stored.issuedAt)
  }
}
