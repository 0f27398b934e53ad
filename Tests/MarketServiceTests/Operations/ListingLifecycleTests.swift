import Foundation
import MarketService
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct ListingLifecycleTests {
  @Test func `a listing is created, shown, edited and removed`() throws {
    let (market, shop) = try TestMarket.withShop(name: "머그가게")

    let created = market.respond(shop.create())
    #expect(created.status == 201, "\(created.text)")
    let id = try created.product.id
    let shown = market.respond(.get("/api/products/\(id)"))
    #expect(shown.body == created.body)
    #expect(try shown.product.salePrice?.amount == 11_000)

    market.clock.advance(seconds: 86_400)
    let edited = market.respond(shop.edit(id, ListingFields(stock: 0)))
    #expect(edited.status == 200)
    #expect(try edited.product.stock == 0)
    #expect(try edited.product.isEdited)

    let path = market.respond(shop.archived(id))
    #expect(path.status == 200)
    #expect(path.headers[.contentType] == "text/plain;charset=UTF-8")
    let removed = market.respond(shop.remove(path.text))
    #expect(removed.status == 200)
    #expect(removed.body == edited.body)
    #expect(market.respond(.get("/api/products/\(id)")).status == 404)
    #expect(market.respond(shop.remove(path.text)).status == 404)
    #expect(try market.respond(.get("/api/products")).page.totalCount == 0)
    #expect(market.files("pictures").isEmpty)
    #expect(market.files("waiting").isEmpty)
  }
}
