import Foundation
import MarketWire
import OpenMarketClient
import Testing

extension MarketContract {
  static let reads: [ContractCheck<MarketHarness>] = [
    ContractCheck("the market is healthy") { market async throws in
      let isHealthy = try await market.visitor.isHealthy()
      #expect(isHealthy)
    },
    ContractCheck("the market announces its extensions") { market async throws in
      let extensions = try await market.visitor.extensions()
      #expect(extensions.names == Set(MarketExtension.allCases.map(\.rawValue)))
    },
    ContractCheck("a row has the shop and the description, but no pictures") {
      market async throws in
      let made = try await market.add()
      let list = try await market.visitor.products(search: market.word)
      #expect(list.issues.isEmpty)
      let row = try #require(list.value.products.first)
      #expect(row.id == made.id)
      #expect(row.vendor == made.vendor)
      #expect(row.vendor.name?.isEmpty == false)
      #expect(row.description == "Turned from one piece.")
      #expect(row.pictures == nil)
    },
    ContractCheck("a detail equals the response to the create") { market async throws in
      let made = try await market.add()
      let shown = try await market.visitor.product(made.id)
      #expect(shown.issues.isEmpty)
      #expect(shown.value == made)
    },
    ContractCheck("the newest listing is first") { market async throws in
      for _ in 0..<3 { try await market.add() }
      let ids = try await market.visitor.products(perPage: 100).value.products.map(\.id)
      #expect(ids == ids.sorted(by: >))
    },
    ContractCheck("a page has its position") { market async throws in
      for _ in 0..<5 { try await market.add() }
      let page = try await market.visitor.products(page: 2, perPage: 2, search: market.word).value
      #expect(page.totalCount == 5 && page.lastPage == 3 && page.pageNumber == 2)
      #expect(page.itemsPerPage == 2 && page.products.count == 2)
      #expect(page.hasNext && page.hasPrevious)
      let last = try await market.visitor.products(page: 3, perPage: 2, search: market.word).value
      #expect(!last.hasNext && last.products.count == 1)
    },
    ContractCheck("a page after the last one has no rows and correct counts") {
      market async throws in
      try await market.add()
      let page = try await market.visitor.products(page: 99, search: market.word).value
      #expect(page.products.isEmpty && page.totalCount == 1 && !page.hasNext)
    },
    ContractCheck("pages below 1 and sizes outside 1 to 1,000 are refused") { market async throws in
      for (page, size) in [(0, 20), (-1, 20), (1, 0), (1, -1), (1, 1001)] {
        await expect(.invalid) { _ = try await market.visitor.products(page: page, perPage: size) }
      }
    },
    ContractCheck("an unknown listing is not found") { market async throws in
      for id in [0, -1, 999_999_999] {
        await expect(.notFound) { _ = try await market.visitor.product(id) }
      }
    },
    ContractCheck("a picture and its thumbnail can be downloaded") { market async throws in
      let bytes = TestPicture.png(width: 500, height: 400)
      let upload = ImageUpload(filename: "../x", mediaType: "text/plain", bytes: bytes[...])
      let made = try await market.sellerA.create(market.fields(), images: [upload]).value
      let picture = try #require(made.pictures?.first)
      #expect(picture.url.hasSuffix("_origin.png"))
      let fetched = try await market.visitor.image(at: picture.url)
      #expect(fetched == bytes)
      let thumbnail = try await market.visitor.image(at: try #require(picture.thumbnailURL))
      #expect(!thumbnail.isEmpty && thumbnail != bytes)
    },
    ContractCheck("an unknown picture is not found") { market async throws in
      let url = market.visitor.market.url(of: "/pictures/1/20260101/none_origin.png")
      await expect(.notFound) { _ = try await market.visitor.image(at: url) }
    },
  ]

  static let search: [ContractCheck<MarketHarness>] = [
    ContractCheck("a search matches parts of a name in any case") { market async throws in
      let made = try await market.add("Straße MUG")
      for part in ["straße mug \(market.word)", "RASSE MUG", "mug \(market.word.uppercased())"] {
        let page = try await market.visitor.products(perPage: 1000, search: part).value
        #expect(page.products.contains { $0.id == made.id }, "searching \(part)")
      }
    },
    ContractCheck("a search matches two syllables inside a Korean name") { market async throws in
      let made = try await market.add("손잡이머그컵")
      let page = try await market.visitor.products(perPage: 1000, search: "머그").value
      #expect(page.products.contains { $0.id == made.id })
    },
    ContractCheck("a search matches the shop's name") { market async throws in
      let made = try await market.add()
      let shop = try #require(made.vendor.name)
      let page = try await market.visitor.products(perPage: 1000, search: shop.uppercased()).value
      #expect(page.products.contains { $0.id == made.id })
    },
    ContractCheck("special characters in a search are literal") { market async throws in
      let made = try await market.add("50% & off_+\\'\"")
      for part in ["50%", "% & off", "_+\\", "'\" \(market.word)"] {
        let page = try await market.visitor.products(perPage: 1000, search: part).value
        #expect(page.products.contains { $0.id == made.id }, "searching \(part)")
      }
      let none = try await market.visitor.products(search: "5_% \(market.word)").value
      #expect(none.products.isEmpty && none.totalCount == 0 && !none.hasNext)
    },
    ContractCheck("the pager misses nothing while others write") { market async throws in
      for number in 0..<9 { try await market.add("Cup \(number)") }
      let before = try await market.found()
      var gone: [Int] = []
      var met: [Int] = []
      let query = ListProducts(itemsPerPage: 2, searchValue: market.word)
      for try await product in market.visitor.listings(query) {
        met.append(product.id)
        if met.count == 2 || met.count == 5 {
          gone.append(met[met.count - 1])
          _ = try await market.sellerA.remove(met[met.count - 1])
        } else if met.count == 3 {
          try await market.add("Late cup")
        }
      }
      #expect(met.count == Set(met).count)
      #expect(Set(met).isSuperset(of: Set(before).subtracting(gone)))
    },
  ]
}
