import Foundation
import MarketWire
import Testing

@testable import MarketService

@Suite(.timeLimit(.minutes(60))) struct RemovalTests {
  private let market: TestMarket
  private let shop: NewAccount

  init() throws {
    (market, shop) = try TestMarket.withShop()
  }

  private func token(of id: Int) -> String {
    String(market.respond(shop.archived(id)).text.dropFirst("/api/products/".count))
  }

  @Test func `a token is base64 of the id and a version 1 UUID`() throws {
    let id = try market.respond(shop.create()).product.id
    let decoded = try #require(
      Data(base64Encoded: token(of: id)).map { String(decoding: $0, as: UTF8.self) })
    let shape = try Regex("1\\|[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
    #expect(try shape.wholeMatch(in: decoded) != nil)
    #expect(token(of: id) == token(of: id))
  }

  @Test func `the padding can be present, escaped or missing`() throws {
    // The padding depends on the number of digits in the id.
    try market.service.addGeneratedListings(count: 1)
    for respell in [
      { $0 }, { $0.replacingOccurrences(of: "=", with: "%3D") },
      { $0.replacingOccurrences(of: "=", with: "") },
    ] as [@Sendable (String) -> String] {
      let id = try market.respond(shop.create()).product.id
      #expect(market.respond(shop.remove("/api/products/\(respell(token(of: id)))/")).status == 200)
      #expect(market.respond(.get("/api/products/\(id)")).status == 404)
    }
  }

  @Test(arguments: [
    "x", "%3D", "====", "MXw", "a|b", "MTIzNA==", "MQ==", "aGVsbG8=", "/w==", "..", "1%7Cabc",
  ])
  func `a malformed token is 404`(token: String) throws {
    _ = market.respond(shop.create())
    #expect(market.respond(shop.remove("/api/products/\(token)")).status == 404)
  }

  @Test func `a forged token of an existing listing is 404`() throws {
    let id = try market.respond(shop.create()).product.id
    let uuid = "5d84307c-0000-11ee-8000-000000000001"
    let path = "/api/products/\(RemovalToken(id: id, uuid: uuid).text)"
    #expect(market.respond(shop.remove(path)).status == 404)
    #expect(market.respond(.get("/api/products/\(id)")).status == 200)
  }

  @Test func `an edit does not change the token`() throws {
    let id = try market.respond(shop.create()).product.id
    let path = market.respond(shop.archived(id)).text
    _ = market.respond(shop.edit(id, ListingFields(name: "Another")))
    #expect(market.respond(shop.archived(id)).text == path)
    #expect(market.respond(shop.remove(path)).status == 200)
    #expect(market.respond(shop.archived(id)).status == 404)
  }

  @Test func `ids are never used again`() throws {
    let first = try market.respond(shop.create()).product
    _ = market.respond(shop.remove(market.respond(shop.archived(first.id)).text))
    let second = try market.respond(shop.create()).product
    #expect(second.id == first.id + 1)
    #expect(second.pictures?.first?.id == (first.pictures?.first?.id ?? 0) + 1)
  }

  @Test func `a token of the training server can be parsed`() {
    let text = Data("1624|83b6acb4-5a1c-11ed-a200-81a344d1e7cb".utf8).base64EncodedString()
    #expect(RemovalToken(parsing: text)?.id == 1624)
    #expect(RemovalToken(parsing: text)?.text == text)
  }
}
