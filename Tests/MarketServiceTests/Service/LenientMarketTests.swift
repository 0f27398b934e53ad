import Foundation
import MarketService
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct LenientMarketTests {
  @Test func `without limits, short texts, price 0 and a discount above the price are accepted`()
    throws
  {
    let (market, shop) = try TestMarket.withShop { $0.enforcesLimits = false }
    let empty = try market.respond(shop.create(ListingFields())).product
    #expect(empty.name == "")
    #expect(empty.description == nil)
    #expect(empty.price == Money(0, .krw))

    let odd = ListingFields(
      name: "", description: "b", price: 100, currency: .usd, discount: 300, stock: 0)
    let product = try market.respond(shop.create(odd)).product
    #expect(product.salePrice == Money(-200, .usd))
    #expect(market.respond(shop.edit(product.id, ListingFields(price: 0))).status == 200)
    #expect(try market.respond(.get("/api/products")).page.products.count == 2)
  }

  @Test func `without limits, negative amounts, too many digits and invalid pictures are refused`()
    throws
  {
    let (market, shop) = try TestMarket.withShop { $0.enforcesLimits = false }
    for fields in [
      ListingFields(price: -1), ListingFields(discount: -1), ListingFields(stock: -1),
      ListingFields(price: 1_000_000_000_000), ListingFields(currency: Currency(rawValue: "wo")),
      ListingFields(name: "\u{0}"),
    ] {
      #expect(market.respond(shop.create(fields)).status == 400)
    }
    for pictures in [
      [], [Array("x".utf8)], [TestPicture.gif], [[UInt8]](repeating: TestPicture.jpeg, count: 6),
    ] {
      #expect(market.respond(shop.create(.mug, pictures: pictures)).status == 400)
    }
    #expect(market.files("pictures").isEmpty)
  }
}
