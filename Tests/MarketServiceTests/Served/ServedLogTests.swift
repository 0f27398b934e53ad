import MarketServer
import MarketService
import MarketTestSupport
import MarketWire
import Testing

/// What the log of a served market says of each request: who, about which listing, and why not.
@Suite(.timeLimit(.minutes(60))) struct ServedLogTests {
  private func facts(
    account: String? = nil, listing: Int? = nil, reason: String? = nil
  ) -> ResponseFacts {
    var facts = ResponseFacts()
    (facts.account, facts.listing, facts.reason) = (account, listing, reason)
    return facts
  }

  @Test func `a line has the account and the listing of a change`() throws {
    let served = try ServedMarket()
    let id = try served.listing()
    let shop = served.shop
    let client = try served.connect()
    let keyed = shop.create(headers: [.idempotencyKey: "key"])
    #expect(try client.ask(keyed).status == 201)
    #expect(try client.ask(keyed).headers[.idempotencyStatus] != nil)
    #expect(try client.ask(shop.edit(id, ListingFields(stock: 1))).status == 200)
    let path = try client.ask(shop.archived(id)).text
    #expect(try client.ask(shop.remove(path)).status == 200)
    #expect(try client.ask(.get("/api/products/\(id + 1)")).status == 200)
    #expect(try client.ask(.get("/api/products")).status == 200)
    #expect(
      served.stop().map(\.facts) == [
        facts(account: "shop", listing: id + 1), facts(account: "shop", listing: id + 1),
        facts(account: "shop", listing: id), facts(account: "shop", listing: id),
        facts(account: "shop", listing: id), facts(listing: id + 1), facts(),
      ])
  }

  @Test func `a line has the reason of a refusal`() throws {
    let served = try ServedMarket()
    let id = try served.listing()
    let other = try served.market.service.addAccount(name: "other")
    let requests = [
      served.shop.create(.mug { $0.name = "x" }), other.edit(id, ListingFields(stock: 1)),
      served.shop.withWrongSecret.edit(id, ListingFields(stock: 1)), .get("/nothing"),
      .get("/api/products?page_no=x"), .get("/listings/999"),
      HTTPRequest(.patch, "/api/products/\(id)"),
    ]
    var messages: [String?] = []
    for request in requests {
      let answer = try served.ask(request)
      #expect(answer.status >= 400)
      // A page for buyers has no message.
      messages.append(answer.json["message"]?.stringValue ?? "listing not found")
    }
    // Requests of several connections may end in another order.
    let lines = served.stop().map { entry in
      [entry.facts.reason, entry.facts.account, entry.facts.listing.map(String.init)]
    }
    let accounts = ["shop", "other", nil, nil, nil, nil, nil]
    let listings = [nil, String(id), String(id), nil, nil, "999", nil]
    let expected = zip(zip(messages, accounts), listings).map { [$0.0, $0.1, $1] }
    #expect(lines.count == expected.count && Set(lines) == Set(expected), "\(lines)")
  }
}
