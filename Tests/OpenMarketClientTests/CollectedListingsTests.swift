import Foundation
import MarketTestSupport
import MarketWire
import Testing

@testable import OpenMarketClient

@Suite(.timeLimit(.minutes(60))) struct CollectedListingsTests {
  /// Returns a client of a market with these listings and without extensions.
  private func client(_ products: [Product]) -> OpenMarketClient {
    OpenMarketClient.test(
      ClosureTransport(clock: FrozenClock()) { request in
        guard let target = try? RequestTarget(parsing: request.target),
          let query = try? ListProducts(target: target)
        else { return HTTPResponse(status: 400) }
        let rows = products.dropFirst((query.pageNumber - 1) * query.itemsPerPage)
          .prefix(query.itemsPerPage)
        return ListProducts.response(
          ProductPage(
            pageNumber: query.pageNumber, itemsPerPage: query.itemsPerPage,
            totalCount: products.count, products: Array(rows)))
      })
  }

  /// Returns varied listings, newest first.
  private func products(_ count: Int, descriptionLength: Int = 40) -> [Product] {
    var random = SeededGenerator(seed: 3)
    let day = WireDate(milliseconds: 1_795_219_200_000)
    return (1...count).reversed().map { id in
      let currency: Currency = [.krw, .usd].randomElement(using: &random) ?? .krw
      let price = Decimal(Int.random(in: 1...500, using: &random) * 100)
      let off = Bool.random(using: &random) ? Decimal(0) : 50
      return Product(
        id: id, vendor: Vendor(id: id % 7, name: "shop \(id % 7)"),
        name: ["머그 \(id)", "Oak mug", "Zebra"].randomElement(using: &random) ?? "",
        description: id % 11 == 0
          ? nil : String(repeating: "글", count: descriptionLength) + "\(id)",
        thumbnail: id % 13 == 0 ? nil : "http://market.test/pictures/\(id).jpg",
        price: Money(price, currency), salePrice: Money(price - off, currency),
        discount: Money(off, currency), stock: Int.random(in: 0...9, using: &random),
        createdAt: day, issuedAt: day)
    }
  }

  private func listings(_ products: [Product], perPage: Int = 50) async throws -> CollectedListings
  {
    try await CollectedListings.read(
      client(products).pages(ListProducts(itemsPerPage: perPage)))
  }

  @Test func `the collected listings are those that the market sent`() async throws {
    let all = products(230)
    let listings = try await listings(all)
    #expect(listings.count == 230)
    let positions = listings.positions(sort: .newest) { _ in true }
    #expect(positions.map { listings[$0] } == all)
  }

  @Test(arguments: ListingSort.Key.allCases, [false, true])
  func `positions are filtered and sorted as in a market`(
    _ key: ListingSort.Key, _ isDescending: Bool
  ) async throws {
    let all = products(180)
    let listings = try await listings(all)
    let sort = ListingSort(key, isDescending: isDescending)
    var filter = ListingFilter()
    filter.isInStock = true
    let positions = listings.positions(sort: sort, where: filter.matches)
    #expect(
      positions.map { listings[$0] } == sort.sorted(all.filter(filter.matches)))
  }

  @Test func `a list above the limit throws an error`() async throws {
    let pages = client(products(120)).pages(ListProducts(itemsPerPage: 50))
    await #expect(throws: CollectionError.tooLong(limit: 100)) {
      _ = try await CollectedListings.read(pages, rowLimit: 100)
    }
    #expect(
      try await CollectedListings.read(pages, rowLimit: 120).count == 120)
  }

  @Test func `progress is reported for each page`() async throws {
    var reported: [Int] = []
    _ = try await CollectedListings.read(
      client(products(120)).pages(ListProducts(itemsPerPage: 50)),
      onPage: { done, total, _ in
        reported.append(done)
        #expect(total == 120)
      })
    #expect(reported == [50, 100, 120])
  }
}
