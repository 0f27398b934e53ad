import MarketService
import MarketTestSupport
import MarketWire
import StoreTestSupport
import Testing

/// `PUT /api/products/{id}/images`.
@Suite(.timeLimit(.minutes(60))) struct ReplacedImagesTests {
  private static func request(
    _ shop: NewAccount, _ id: Int, _ order: [Int?], _ images: [[UInt8]] = [],
    headers: HTTPHeaders = [:]
  ) -> HTTPRequest {
    ReplaceImages(
      id: id, credentials: shop.credentials, order: order,
      images: images.map {
        ImageUpload(filename: "a.jpg", mediaType: "image/jpeg", bytes: $0[...])
      }, boundary: "b0undary"
    ).request.adding(headers)
  }

  private func path(_ url: String) -> String {
    "/" + url.split(separator: "/", maxSplits: 2).last!
  }

  @Test(arguments: StoreKind.all)
  func `kept and new pictures have their order, and old ones are gone`(kind: StoreKind) throws {
    let (market, shop) = try TestMarket.withShop(kind)
    let old = try market.respond(
      shop.create(pictures: [TestPicture.jpeg, TestPicture.png, TestPicture.jpeg])
    ).product
    let before = try #require(old.pictures)
    let revision = try market.respond(.get("/api/products")).page.revision
    market.clock.advance(seconds: 60)
    let response = market.respond(
      Self.request(shop, old.id, [nil, before[1].id, before[0].id], [TestPicture.transparentPNG]))
    #expect(response.status == 200, "\(response.message)")
    let new = try response.product
    let after = try #require(new.pictures)
    #expect(after.map(\.url).dropFirst() == [before[1].url, before[0].url])
    #expect(!before.map(\.url).contains(after[0].url))
    #expect(after.compactMap(\.id) == after.compactMap(\.id).sorted())
    #expect(Set(after.map(\.id)).isDisjoint(with: before.map(\.id)))
    #expect(new.thumbnail == after[0].thumbnailURL)
    #expect(new.id == old.id && new.name == old.name && new.createdAt == old.createdAt)
    #expect(new.issuedAtExact != old.issuedAtExact)
    #expect(try market.respond(.get("/api/products/\(old.id)")).product == new)
    #expect(try market.respond(.get("/api/products")).page.revision != revision)
    #expect(market.respond(.get(path(after[0].url))).body == TestPicture.transparentPNG)
    #expect(market.respond(.get(path(before[0].url))).status == 200)
    #expect(market.respond(.get(path(before[2].url))).status == 404)
    #expect(market.respond(.get(path(try #require(before[2].thumbnailURL)))).status == 404)
  }

  @Test(arguments: StoreKind.all)
  func `pictures keep their ids while their order stays`(kind: StoreKind) throws {
    let (market, shop) = try TestMarket.withShop(kind)
    let old = try market.respond(
      shop.create(pictures: Array(repeating: TestPicture.jpeg, count: 3))
    ).product
    let ids = try #require(old.pictures).compactMap(\.id)
    let less = try market.respond(Self.request(shop, old.id, [ids[0], ids[2]])).product
    #expect(less.pictures?.compactMap(\.id) == [ids[0], ids[2]])
    let more = try market.respond(
      Self.request(shop, old.id, [ids[0], ids[2], nil], [TestPicture.png])
    ).product
    #expect(more.pictures?.compactMap(\.id).prefix(2) == [ids[0], ids[2]])
    #expect(more.pictures?.count == 3)
  }

  @Test(arguments: StoreKind.all)
  func `what an account has is counted again`(kind: StoreKind) throws {
    let (market, shop) = try TestMarket.withShop(kind)
    let old = try market.respond(
      shop.create(pictures: [TestPicture.jpeg, TestPicture.png])
    ).product
    let alone = try market.respond(shop.create(pictures: [TestPicture.png])).product
    _ = market.respond(Self.request(shop, old.id, [old.pictures?[1].id]))
    let accounts = try market.service.accounts()
    let usage = try #require(accounts.first { $0.name == shop.name })
    let single = (try #require(alone.pictures)).count
    #expect(usage.listings == 2 && single == 1)
    _ = market.respond(Self.request(shop, alone.id, [nil], [TestPicture.png]))
    let same = try #require(try market.service.accounts().first { $0.name == shop.name })
    #expect(same.bytes == usage.bytes && usage.bytes > 0)
  }

  @Test(arguments: StoreKind.all)
  func `a repeated request is carried out once`(kind: StoreKind) throws {
    let (market, shop) = try TestMarket.withShop(kind)
    let old = try market.respond(shop.create()).product
    let key: HTTPHeaders = [.idempotencyKey: "photos-1"]
    let first = market.respond(Self.request(shop, old.id, [nil], [TestPicture.png], headers: key))
    let again = market.respond(Self.request(shop, old.id, [nil], [TestPicture.png], headers: key))
    #expect(again.headers[.idempotencyStatus] == "replayed")
    #expect(again.body == first.body)
    let other = market.respond(
      Self.request(shop, old.id, [nil], [TestPicture.jpeg], headers: key))
    #expect(other.status == 422)
    let place = market.respond(
      Self.request(
        shop, old.id, [nil, old.pictures?[0].id], [TestPicture.png], headers: key))
    #expect(place.status == 422)
  }

  @Test func `refusals change nothing and leave no file`() throws {
    let (market, shop) = try TestMarket.withShop()
    let old = try market.respond(shop.create()).product
    let id = try #require(old.pictures?[0].id)
    let files = market.files("pictures")
    let png = TestPicture.png
    let cases: [(HTTPRequest, Int, String)] = [
      (Self.request(shop, old.id, []), 400, "images: expected 1 to 5 pictures, found 0"),
      (
        Self.request(
          shop, old.id, Array(repeating: nil, count: 6), Array(repeating: png, count: 6)),
        400, "images: expected 1 to 5 pictures, found 6"
      ),
      (
        Self.request(shop, old.id, [99]), 400,
        "order: expected one of the listing's pictures (\(id)), found 99"
      ),
      (
        Self.request(shop, old.id, [id, id]), 400,
        "order: expected one of the listing's pictures (\(id)), found \(id)"
      ),
      (
        Self.request(shop, old.id, [nil, nil], [png]), 400,
        "params.order: expected a null for each of the 1 images, found 2"
      ),
      (
        Self.request(shop, old.id, [nil], [TestPicture.gif]), 400,
        "images[0]: expected JPEG or PNG, found gif"
      ),
    ]
    for (request, status, message) in cases {
      let response = market.respond(request)
      #expect(response.status == status)
      #expect(response.message == message)
    }
    #expect(market.files("pictures") == files)
    #expect(market.files("waiting").isEmpty)
    #expect(try market.respond(.get("/api/products/\(old.id)")).product == old)
  }

  @Test func `others cannot exchange the pictures of a listing`() throws {
    let (market, shop) = try TestMarket.withShop()
    let other = try market.service.addAccount(name: "other")
    let old = try market.respond(shop.create()).product
    let png = [TestPicture.png]
    let path = "/api/products/\(old.id)/images"
    for (request, status) in [
      (Self.request(shop.withWrongSecret, old.id, [nil], png), 401),
      (Self.request(other, old.id, [nil], png), 403), (Self.request(shop, 999, [nil], png), 404),
      (HTTPRequest(.put, path, headers: [.identifier: "x"]), 400), (HTTPRequest(.put, path), 401),
      (.get(path), 405),
    ] {
      #expect(market.respond(request).status == status)
    }
    #expect(try market.respond(.get("/api/products/\(old.id)")).product == old)
  }

  @Test func `a market without extensions does not have it`() throws {
    let (market, shop) = try TestMarket.withShop { $0.hasExtensions = false }
    let old = try market.respond(shop.create()).product
    #expect(market.respond(Self.request(shop, old.id, [nil], [TestPicture.png])).status == 404)
  }
}
