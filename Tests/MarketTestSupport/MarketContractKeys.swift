import Foundation
import MarketWire
import OpenMarketClient
import Testing

extension MarketContract {
  private static func key(_ market: MarketHarness, _ name: String) throws -> IdempotencyKey {
    try #require(IdempotencyKey("\(market.word)-\(name)"))
  }

  static let keys: [ContractCheck<MarketHarness>] = [
    ContractCheck("a repeated create is done once") { market async throws in
      let key = try key(market, "create")
      let answers = try await withThrowingTaskGroup(of: Product.self) { group in
        for _ in 0..<4 {
          group.addTask {
            try await market.sellerA.create(market.fields(), images: [market.picture], key: key)
              .value
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(answers).count == 1)
      let found = try await market.found()
      #expect(found == answers.first.map { [$0.id] })
    },
    ContractCheck("a key belongs to one request") { market async throws in
      let key = try key(market, "other")
      _ = try await market.sellerA.create(market.fields(), images: [market.picture], key: key)
      await expect(.invalid) {
        _ = try await market.sellerA.create(
          market.fields("Other mug"), images: [market.picture], key: key)
      }
      let found = try await market.found()
      #expect(found.count == 1)
    },
    ContractCheck("a key belongs to one vendor") { market async throws in
      let key = try key(market, "vendor")
      let first = try await market.sellerA.create(
        market.fields(), images: [market.picture], key: key
      ).value
      let second = try await market.sellerB.create(
        market.fields(), images: [market.picture], key: key
      ).value
      #expect(first.id != second.id)
    },
    ContractCheck("a repeated edit gets the stored response") { market async throws in
      let made = try await market.add()
      let key = try key(market, "edit")
      let first = try await market.sellerA.edit(made.id, ListingFields(stock: 9), key: key).value
      _ = try await market.sellerA.edit(made.id, ListingFields(stock: 3))
      let again = try await market.sellerA.edit(made.id, ListingFields(stock: 9), key: key).value
      #expect(again == first)
      let shown = try await market.visitor.product(made.id).value
      #expect(shown.stock == 3)
    },
    ContractCheck("a repeated removal gets the stored response") { market async throws in
      let made = try await market.add()
      let key = try key(market, "remove")
      let path = try await market.sellerA.removalPath(of: made.id)
      let first = try await market.sellerA.remove(path, key: key).value
      let again = try await market.sellerA.remove(path, key: key).value
      #expect(first == again && first.id == made.id)
    },
    ContractCheck("a refused request stores no key") { market async throws in
      let key = try key(market, "refused")
      var fields = market.fields()
      fields.name = "ab"
      await expect(.invalid) {
        _ = try await market.sellerA.create(fields, images: [market.picture], key: key)
      }
      let made = try await market.sellerA.create(
        market.fields(), images: [market.picture], key: key
      ).value
      #expect(made.name == market.fields().name)
    },
  ]

  static let others: [ContractCheck<MarketHarness>] = [
    ContractCheck("sixteen simultaneous creates make sixteen listings") { market async throws in
      let ids = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<16 {
          group.addTask { try await market.add("Cup \(number)").id }
        }
        return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
      }
      let found = try await market.found()
      #expect(found == ids.sorted(by: >) && found.count == 16)
    },
    ContractCheck("a shop is renamed once, with the rules of a new account") {
      market async throws in
      let made = try await market.add()
      let before = try await market.visitor.products().value.revision
      let renamed = try #require(try await market.sellerA.renameShop(to: "Quince & Sons"))
      #expect(renamed.name == "Quince & Sons" && renamed.id == made.vendor.id)
      #expect(try await market.visitor.product(made.id).value.vendor.name == "Quince & Sons")
      #expect(try await market.visitor.products(search: "quince & s").value.totalCount == 1)
      let after = try await market.visitor.products().value.revision
      #expect(after != before)
      _ = try await market.sellerA.renameShop(to: "Quince & Sons")
      #expect(try await market.visitor.products().value.revision == after)
      for name in ["BLUE", "", "a\nb", String(repeating: "x", count: 41)] {
        await expect(.invalid) { _ = try await market.sellerA.renameShop(to: name) }
      }
      await expect(.notSignedIn) { _ = try await market.visitor.renameShop(to: "Elm") }
    },
    ContractCheck("a shop has a profile, and only its owner changes it") { market async throws in
      let seller = market.sellerA
      let before = try #require(try await seller.editProfile())
      let words = "Bowls & \"jars\"\n손으로 빚은 그릇"
      let told = try await seller.editProfile(words: words, contact: "https://oak.example/hello")
      #expect(told == ShopProfile(words: words, contact: "https://oak.example/hello"))
      #expect(try await seller.editProfile(contact: "")?.words == words)
      #expect(try await seller.editProfile() == ShopProfile(words: words))
      #expect(try await market.sellerB.editProfile() == ShopProfile())
      for (words, contact) in [
        (String(repeating: "x", count: 1_001), nil), ("a\u{1B}[31m", nil), (nil, "a\nb"),
        (nil, String(repeating: "x", count: 201)),
      ] {
        await expect(.invalid) { _ = try await seller.editProfile(words: words, contact: contact) }
      }
      #expect(try await seller.editProfile()?.words == words)
      await expect(.notSignedIn) { _ = try await market.visitor.editProfile(words: "x") }
      _ = try await seller.editProfile(words: before.words, contact: before.contact)
    },
    ContractCheck("no error contains a secret") { market async throws in
      let made = try await market.add()
      let path = try await market.sellerA.removalPath(of: made.id)
      _ = try await market.sellerA.remove(path)
      let error = await #expect(throws: ClientError.self) {
        try await market.sellerA.remove(path)
      }
      let credentials = try #require(market.sellerA.credentials)
      for secret in [credentials.secret.revealed, credentials.identifier.revealed, path.revealed] {
        #expect(!"\(String(reflecting: error))".contains(secret))
      }
    },
  ]
}
