import Foundation
import MarketWire
import OpenMarketClient
import Testing

extension MarketContract {
  static let writes: [ContractCheck<MarketHarness>] = [
    ContractCheck("a create returns the complete listing") { market async throws in
      var fields = market.fields()
      fields.discount = 2000
      fields.stock = nil
      let answer = try await market.sellerA.create(fields, images: [market.picture])
      #expect(answer.issues.isEmpty)
      let made = answer.value
      #expect(made.name == fields.name && made.description == fields.description)
      #expect(made.price == Money(12000, .krw) && made.discount == Money(2000, .krw))
      #expect(made.salePrice == Money(10000, .krw))
      #expect(made.stock == 0)
      #expect(made.vendor.id != nil && made.vendor.name?.isEmpty == false)
      #expect(made.createdAt != nil && made.createdAt == made.issuedAt)
    },
    ContractCheck("pictures keep their order, and the first one is the thumbnail") {
      market async throws in
      let pictures = (0..<5).map { number in
        ImageUpload(
          filename: "same.png", mediaType: "image/png",
          bytes: TestPicture.png(gray: UInt8(number * 40))[...])
      }
      let made = try await market.sellerA.create(market.fields(), images: pictures).value
      let stored = try #require(made.pictures)
      #expect(stored.count == 5)
      #expect(made.thumbnail == stored[0].thumbnailURL)
      let ids = stored.compactMap(\.id)
      #expect(ids == ids.sorted() && Set(ids).count == 5)
      for (picture, upload) in zip(stored, pictures) {
        let bytes = try await market.visitor.image(at: picture.url)
        #expect(bytes == Array(upload.bytes))
      }
    },
    ContractCheck("pictures are exchanged, and the listing stays") { market async throws in
      let old = try await market.add()
      let kept = try #require(old.pictures?.first)
      let new = ImageUpload(
        filename: "b.png", mediaType: "image/png", bytes: TestPicture.png(gray: 90)[...])
      let answer = try await market.sellerA.replaceImages(
        of: old.id, order: [nil, kept.id], images: [new])
      let changed = try #require(answer).value
      let pictures = try #require(changed.pictures)
      #expect(changed.id == old.id && changed.name == old.name && pictures.count == 2)
      #expect(changed.thumbnail == pictures[0].thumbnailURL && pictures[1].url == kept.url)
      #expect(try await market.visitor.image(at: pictures[0].url) == Array(new.bytes))
      #expect(try await market.visitor.product(old.id).value == changed)
      await expect(.forbidden) {
        _ = try await market.sellerB.replaceImages(of: old.id, order: [pictures[0].id], images: [])
      }
      let single = try await market.sellerA.replaceImages(
        of: old.id, order: [pictures[1].id], images: [])
      #expect(single?.value.pictures?.map(\.url) == [kept.url])
    },
    ContractCheck("texts are stored as sent: line ends, quotes, emoji, Korean") {
      market async throws in
      var fields = market.fields(" \"머그\" 👩‍👩‍👧 <b>&amp;")
      fields.description = "line one\r\nline two\n\t'quoted' \\ \u{1F3FA} 끝"
      let made = try await market.sellerA.create(fields, images: [market.picture]).value
      let shown = try await market.visitor.product(made.id).value
      #expect(shown.name == fields.name && shown.description == fields.description)
    },
    ContractCheck("texts are stored in composed form") { market async throws in
      let name = "머그 \(market.word)"
      var fields = market.fields()
      fields.name = name.decomposedStringWithCanonicalMapping
      let made = try await market.sellerA.create(fields, images: [market.picture]).value
      #expect(Array(made.name.utf8) == Array(name.precomposedStringWithCanonicalMapping.utf8))
    },
    ContractCheck("amounts are decimal and large") { market async throws in
      for (text, currency) in [
        ("2.36", Currency.usd), ("999.99", .usd), ("0.0001", .usd), ("66666666", .krw),
        ("999999999999.9999", .usd),
      ] {
        let amount = try #require(Decimal(string: text))
        var fields = market.fields()
        (fields.price, fields.currency) = (amount, currency)
        let made = try await market.sellerA.create(fields, images: [market.picture]).value
        let shown = try await market.visitor.product(made.id).value
        #expect(shown.price == Money(amount, currency))
        #expect(shown.salePrice == Money(amount, currency))
      }
    },
    ContractCheck("an edit changes the given members only") { market async throws in
      let made = try await market.add()
      let edited = try await market.sellerA.edit(
        made.id, ListingFields(price: 15000, discount: 1000)
      ).value
      #expect(edited.price == Money(15000, .krw) && edited.salePrice == Money(14000, .krw))
      #expect(edited.name == made.name && edited.description == made.description)
      #expect(edited.stock == made.stock && edited.pictures == made.pictures)
      #expect(edited.createdAt == made.createdAt)
      let shown = try await market.visitor.product(made.id).value
      #expect(shown == edited)
    },
    ContractCheck("an edit can choose the thumbnail") {
      market async throws in
      let made = try await market.sellerA.create(
        market.fields(), images: [market.picture, market.picture]
      ).value
      let second = try #require(made.pictures?.last)
      let edited = try await market.sellerA.edit(
        made.id, ListingFields(thumbnailID: second.id)
      ).value
      #expect(edited.thumbnail == second.thumbnailURL)
      await expect(.invalid) {
        _ = try await market.sellerA.edit(made.id, ListingFields(thumbnailID: 999_999_999))
      }
    },
    ContractCheck("a removed listing is not found") { market async throws in
      let made = try await market.add()
      let removed = try await market.sellerA.remove(made.id).value
      #expect(removed.id == made.id && removed.name == made.name)
      await expect(.notFound) { _ = try await market.visitor.product(made.id) }
      await expect(.notFound) { _ = try await market.sellerA.remove(made.id) }
      await expect(.notFound) {
        _ = try await market.sellerA.edit(made.id, ListingFields(stock: 1))
      }
      let found = try await market.found()
      #expect(found.isEmpty)
    },
  ]

  static let refusals: [ContractCheck<MarketHarness>] = [
    ContractCheck("without credentials nothing is written") { market async throws in
      let made = try await market.add()
      await expect(.notSignedIn) {
        _ = try await market.visitor.create(market.fields(), images: [market.picture])
      }
      await expect(.notSignedIn) { _ = try await market.visitor.remove(made.id) }
    },
    ContractCheck("a wrong secret and an unknown identifier get the same error") {
      market async throws in
      let made = try await market.add()
      let right = try #require(market.sellerA.credentials)
      var messages: Set<String> = []
      for wrong in [
        Credentials(identifier: right.identifier, secret: Secret("notthesecret1234")),
        Credentials(
          identifier: VendorIdentifier("00000000-0000-1000-8000-000000000000"),
          secret: right.secret),
      ] {
        let client = market.sellerA.signedIn(as: wrong)
        let error = await #expect(throws: ClientError.self) {
          try await client.edit(made.id, ListingFields(stock: 1))
        }
        #expect(error?.code == .notAuthorized)
        messages.insert(error?.message ?? "")
      }
      #expect(messages.count == 1)
    },
    ContractCheck("a listing of another shop cannot be changed") { market async throws in
      let made = try await market.add()
      await expect(.forbidden) {
        _ = try await market.sellerB.edit(made.id, ListingFields(stock: 0))
      }
      await expect(.forbidden) { _ = try await market.sellerB.remove(made.id) }
      let path = try await market.sellerA.removalPath(of: made.id)
      await expect(.forbidden) { _ = try await market.sellerB.remove(path) }
      let shown = try await market.visitor.product(made.id).value
      #expect(shown == made)
      _ = try await market.sellerA.remove(path)
      await expect(.notFound) { _ = try await market.sellerA.remove(path) }
    },
    ContractCheck("the error for a listing names every broken limit") { market async throws in
      let broken: [(inout ListingFields) -> Void] = [
        { $0.name = "ab" }, { $0.name = String(repeating: "x", count: 101) },
        { $0.description = "too short" },
        { $0.description = String(repeating: "x", count: 1001) }, { $0.price = 0 },
        { $0.price = -1 }, { $0.discount = -1 }, { $0.discount = 12001 }, { $0.stock = -1 },
        { $0.currency = Currency(rawValue: "XXXX") }, { $0.name = nil }, { $0.description = nil },
        { $0.price = nil }, { $0.currency = nil },
      ]
      for (number, breaking) in broken.enumerated() {
        var fields = market.fields()
        breaking(&fields)
        let error = await #expect(throws: ClientError.self, "case \(number)") {
          try await market.sellerA.create(fields, images: [market.picture])
        }
        #expect(error?.code == .invalid, "case \(number)")
      }
      var fields = market.fields()
      (fields.name, fields.price) = ("ab", -1)
      let error = await #expect(throws: ClientError.self) {
        try await market.sellerA.create(fields, images: [market.picture])
      }
      let message = error?.message ?? ""
      #expect(message.contains("name") && message.contains("price"))
      let found = try await market.found()
      #expect(found.isEmpty)
    },
    ContractCheck("one to five valid pictures of at most 307,200 bytes are accepted") {
      market async throws in
      let overhead = TestPicture.png(filler: 1).count - 1
      func upload(_ bytes: [UInt8]) -> ImageUpload {
        ImageUpload(filename: "a.png", mediaType: "image/png", bytes: bytes[...])
      }
      let largest = TestPicture.png(filler: 307_200 - overhead)
      #expect(largest.count == 307_200)
      let wrong: [[ImageUpload]] = [
        [], Array(repeating: market.picture, count: 6), [upload([])],
        [upload(Array("no picture".utf8))], [upload(Array(largest.prefix(30)))],
        [upload(TestPicture.png(filler: 307_201 - overhead))],
      ]
      for (number, images) in wrong.enumerated() {
        let error = await #expect(throws: ClientError.self, "case \(number)") {
          try await market.sellerA.create(market.fields(), images: images)
        }
        #expect(error?.code == .invalid, "case \(number)")
      }
      let made = try await market.sellerA.create(market.fields(), images: [upload(largest)]).value
      #expect(made.pictures?.count == 1)
    },
  ]
}
