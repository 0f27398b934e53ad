import Dispatch
import Foundation
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketService

@Suite(.timeLimit(.minutes(60))) struct SlowReadTests {
  private let slow = [
    "search_value=nothing", "min_price=1", "in_stock=1", "vendor=1", "summary=1",
    "changed_since=0", "sort=name&items_per_page=1000&page_no=6",
  ]
  private let quick = ["", "page_no=100", "search_value=", "sort=name", "sort=newest&page_no=9999"]

  private func statuses(_ service: MarketService, _ queries: [String]) -> [Int] {
    queries.map { service.respond(.get("/api/products?\($0)")).status }
  }

  /// Runs `body` while both slow readers are in use by other clients.
  private func whileSearching(_ service: MarketService, _ body: () throws -> Void) throws {
    let inside = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    for index in 0..<2 {
      Thread.detachNewThread {
        _ = try? service.readSlowly(for: ClientAddress(numeric: "192.0.2.\(index)")) { _ in
          inside.signal()
          ended.wait(until: "the test is done")
        }
        done.signal()
      }
    }
    for _ in 0..<2 { inside.wait(until: "the readers are in use") }
    defer {
      for _ in 0..<2 { ended.signal() }
      for _ in 0..<2 { done.wait(until: "the readers are free") }
    }
    try body()
  }

  @Test func `slow reads use two readers of their own, so others never wait`() throws {
    let (market, shop) = try TestMarket.withShop()
    let id = try market.respond(shop.create()).product.id
    #expect(statuses(market.service, slow + quick).allSatisfy { $0 == 200 || $0 == 410 })
    let hasty = try market.another { $0.searchTimeLimit = .milliseconds(5) }
    try whileSearching(hasty) {
      #expect(statuses(hasty, slow) == slow.map { _ in 503 })
      #expect(statuses(hasty, quick) == quick.map { _ in 200 })
      #expect(hasty.respond(.get("/api/products/\(id)")).status == 200)
      #expect(hasty.respond(.get("/healthChecker")).status == 200)
      #expect(
        ["/", "/?view=grid", "/listings/\(id)"].allSatisfy { hasty.respond(.get($0)).status == 200 }
      )
      let page = hasty.respond(.get("/?q=mug"))
      #expect(page.status == 503 && page.headers[.retryAfter] != nil)
      #expect(page.text.contains("The market cannot answer"))
      #expect(hasty.respond(shop.edit(id, ListingFields(stock: 3))).status == 200)
      #expect(hasty.respond(shop.create()).status == 201)
      #expect(hasty.respond(.get("/api/products?search_value=x")).headers[.retryAfter] != nil)
    }
    #expect(hasty.searches.waitingCount == 0)
    #expect(hasty.searches.enter("next", until: .now()))
    hasty.searches.leave("next")
  }

  @Test func `a search that takes too long is ended with 503`() throws {
    let market = try TestMarket()
    try market.service.addGeneratedListings(count: 2_000)
    let hasty = try market.another { $0.searchTimeLimit = .zero }
    let service = hasty
    let response = service.respond(.get("/api/products?search_value=nothing"))
    #expect(response.status == 503)
    #expect(response.headers[.retryAfter] != nil)
    #expect(response.message == "this list takes too long: use a narrower filter")
    #expect(service.respond(.get("/api/products")).status == 200)
  }
}
