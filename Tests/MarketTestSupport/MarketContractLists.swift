import Foundation
import MarketWire
import OpenMarketClient
import Testing

extension MarketHarness {
  /// Adds a listing whose name contains the word, with a change to its fields.
  @discardableResult
  func add(
    by seller: OpenMarketClient? = nil, _ change: (inout ListingFields) -> Void
  ) async throws -> Product {
    var fields = fields()
    change(&fields)
    return try await (seller ?? sellerA).create(fields, images: [picture]).value
  }

  /// Adds listings with different values of everything that can be filtered or sorted, some of them
  /// equal.
  fileprivate func addListings() async throws {
    for (name, price, off, stock, currency) in [
      ("Émile", "100", "0", 0, Currency.usd), ("apple", "3000", "1500", 9, .krw),
      ("Zebra", "3000", "0", 9, .krw), ("가방", "99.99", "33.33", 2, .usd),
      ("APPLE", "1500", "0", 0, .krw), ("\u{1F3FA} pot", "200000000000.0001", "0.0001", 3, .krw),
    ] as [(String, String, String, Int, Currency)] {
      try await add(by: name == "Zebra" ? sellerB : sellerA) { fields in
        fields.name = "\(name) \(word)"
        fields.price = Decimal(string: price)
        fields.discount = Decimal(string: off)
        fields.stock = stock
        fields.currency = currency
      }
    }
  }

  /// The added listings from the list without filters.
  fileprivate func listings() async throws -> [Product] {
    try await visitor.products(perPage: 1000, search: word).value.products
  }

  /// Expects that the market filters and sorts like the client.
  fileprivate func expectSame(
    _ filter: ListingFilter, _ sort: ListingSort = .newest, count: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    var filter = filter
    filter.search = filter.search ?? word
    let wanted = sort.sorted(try await listings().filter(filter.matches))
    let page = try await visitor.products(
      ListProducts(itemsPerPage: 1000, filter: filter, sort: sort)
    ).value
    #expect(page.products == wanted, "\(sort.text)", sourceLocation: sourceLocation)
    #expect(page.totalCount == wanted.count, sourceLocation: sourceLocation)
    if let count { #expect(wanted.count == count, sourceLocation: sourceLocation) }
  }
}

extension MarketContract {
  /// A check of a filter that selects `count` of the added listings.
  private static func filter(
    _ name: String, count: Int, _ change: @escaping @Sendable (inout ListingFilter) -> Void
  ) -> ContractCheck<MarketHarness> {
    ContractCheck("a list can be filtered by \(name)") { market async throws in
      try await market.addListings()
      var filter = ListingFilter.all
      change(&filter)
      try await market.expectSame(filter, count: count)
      try await market.expectSame(filter, ListingSort(.price, isDescending: true), count: count)
    }
  }

  static let lists: [ContractCheck<MarketHarness>] =
    [
      filter("a currency", count: 2) { $0.currency = .usd },
      filter("a minimum price", count: 2) { $0.minPrice = 1501 },
      filter("an inclusive maximum price", count: 2) { $0.maxPrice = 100 },
      filter("a price range in a currency", count: 3) { filter in
        filter.currency = .krw
        (filter.minPrice, filter.maxPrice) = (1500, 3000)
      },
      filter("a stock below a number", count: 3) { $0.below = 3 },
      filter("stock of at least 1", count: 4) { $0.isInStock = true },
      filter("stock 0", count: 2) { $0.isSoldOut = true },
      filter("having a discount", count: 3) { $0.isDiscounted = true },
      filter("two filters that exclude each other", count: 0) { filter in
        filter.isInStock = true
        filter.isSoldOut = true
      },
      ContractCheck("a list can be filtered by a shop's id or exact name") {
        market async throws in
        try await market.addListings()
        let theirs = try #require(try await market.listings().first { $0.name.hasPrefix("Zebra") })
        var filter = ListingFilter.all
        filter.vendor = .id(try #require(theirs.vendor.id))
        try await market.expectSame(filter, count: 1)
        let name = try #require(theirs.vendor.name)
        for (name, count) in [(name, 1), (name.uppercased(), 0), (String(name.dropLast()), 0)] {
          filter.vendor = .name(name)
          try await market.expectSame(filter, count: count)
        }
      },
      ContractCheck("a list can be filtered by time, with an inclusive start and an exclusive end")
      {
        market async throws in
        try await market.addListings()
        let times = Set(try await market.listings().compactMap(\.createdAtExact)).sorted()
        for time in times {
          var filter = ListingFilter.all
          filter.since = time
          try await market.expectSame(filter)
          filter.since = nil
          filter.until = time
          try await market.expectSame(filter)
          filter.since = time
          try await market.expectSame(filter, count: 0)
        }
      },
      ContractCheck("a page of a filtered list has its position") { market async throws in
        try await market.addListings()
        var filter = ListingFilter.all
        (filter.search, filter.isInStock) = (market.word, true)
        let page = try await market.visitor.products(
          ListProducts(
            pageNumber: 2, itemsPerPage: 3, filter: filter, sort: ListingSort(.name))
        ).value
        #expect(page.totalCount == 4 && page.lastPage == 2 && page.products.count == 1)
        #expect(!page.hasNext && page.hasPrevious)
      },
      ContractCheck("the summary of a filter matches its listings") { market async throws in
        try await market.addListings()
        for currency in [nil, Currency.krw, .jpy] {
          var filter = ListingFilter.all
          (filter.search, filter.currency) = (market.word, currency)
          var numbers = try await market.visitor.summary(filter).value
          numbers.revision = nil
          #expect(numbers == MarketSummary(of: try await market.listings().filter(filter.matches)))
        }
      },
    ]
    + ListingSort.Key.allCases.map { key in
      ContractCheck("a list can be sorted by \(key.rawValue) in both directions") {
        market async throws in
        try await market.addListings()
        try await market.expectSame(.all, ListingSort(key), count: 6)
        try await market.expectSame(.all, ListingSort(key, isDescending: true), count: 6)
      }
    }

  static let changes: [ContractCheck<MarketHarness>] = [
    ContractCheck("a list is sent again only if something has changed") { market async throws in
      let made = try await market.add()
      let query = ListProducts(searchValue: market.word)
      let revision = try #require(try await market.visitor.products(query).value.revision)
      let same = try await market.visitor.products(query, ifChangedSince: revision)
      #expect(same == nil)
      _ = try await market.sellerA.edit(made.id, ListingFields(stock: 1))
      let other = try #require(
        try await market.visitor.products(query, ifChangedSince: revision))
      #expect(other.value.products.first?.stock == 1)
      #expect((other.value.revision ?? 0) > revision)
    },
    ContractCheck("changes include added, edited and removed listings") { market async throws in
      let edited = try await market.add("Edited")
      let removed = try await market.add("Removed")
      _ = try await market.add("Unchanged")
      let revision = try #require(try await market.visitor.products().value.revision)
      _ = try await market.sellerA.edit(edited.id, ListingFields(stock: 77))
      _ = try await market.sellerA.remove(removed.id)
      let added = try await market.add("Added")
      let changes = try #require(try await market.visitor.changes(since: revision)).value
      #expect(changes.products.map(\.id) == [edited.id, added.id])
      #expect(changes.products.first?.stock == 77)
      #expect(changes.removed == [removed.id] && !changes.hasMore)
      let after = try #require(try await market.visitor.changes(since: changes.revision)).value
      #expect(after.products.isEmpty && after.removed.isEmpty)
      #expect(after.revision == changes.revision)
    },
    ContractCheck("changes arrive in parts that can be combined") { market async throws in
      let revision = try #require(try await market.visitor.products().value.revision)
      var made: [Int] = []
      for number in 0..<5 { made.append(try await market.add("Cup \(number)").id) }
      _ = try await market.sellerA.remove(made[1])
      var changed: [Int] = []
      var removed: [Int] = []
      var known = revision
      while true {
        let part = try #require(try await market.visitor.changes(since: known, limit: 2)).value
        changed += part.products.map(\.id)
        removed += part.removed
        known = part.revision
        guard part.hasMore else { break }
      }
      #expect(changed == made.filter { $0 != made[1] } && removed == [made[1]])
    },
    ContractCheck("changes since an unknown revision are nil") { market async throws in
      let changes = try await market.visitor.changes(since: .max)
      #expect(changes == nil)
    },
  ]
}
