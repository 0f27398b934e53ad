import Foundation
import MarketService
import MarketStores
import MarketTestSupport
import MarketWire
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(60))) struct ConcurrencyTests {
  @Test func `16 threads create, remove and read at the same time`() throws {
    let (market, shop) = try TestMarket.withShop()
    let ids = Mutex<[Int]>([])
    let failures = Mutex<[String]>([])
    onThreads(16) { _ in
      for round in 0..<6 {
        let created = market.respond(shop.create())
        guard created.status == 201, let id = try? created.product.id else {
          failures.withLock { $0.append(created.text) }
          continue
        }
        let page = market.respond(.get("/api/products?items_per_page=1000"))
        let rows = (try? page.page)?.products.count
        if rows != (try? page.page)?.totalCount {
          failures.withLock { $0.append("inconsistent page") }
        }
        if round.isMultiple(of: 3) {
          let removed = market.respond(shop.remove(market.respond(shop.archived(id)).text))
          if removed.status != 200 { failures.withLock { $0.append(removed.text) } }
        } else {
          ids.withLock { $0.append(id) }
        }
      }
    }
    #expect(failures.withLock { $0 } == [])
    let page = try market.respond(.get("/api/products?items_per_page=1000")).page
    #expect(page.products.map(\.id) == ids.withLock { $0.sorted(by: >) })
    #expect(page.totalCount == 64)
    #expect(market.files("pictures").count == 128)
    #expect(market.files("waiting").isEmpty)
  }

  @Test func `two services on one folder share one market`() throws {
    let market = try TestMarket()
    let other = try market.another()
    let shop = try other.addAccount(name: "shop")
    #expect(throws: ServiceError.nameTaken("shop")) {
      try market.service.addAccount(name: "shop")
    }
    onThreads(8) { number in
      let service = number.isMultiple(of: 2) ? market.service : other
      for _ in 0..<5 { _ = service.respond(shop.create()) }
    }
    let page = try market.respond(.get("/api/products?items_per_page=1000")).page
    #expect(page.products.map(\.id) == (1...40).reversed())
    #expect(try other.respond(.get("/api/products")).page.totalCount == 40)
    other.close()
    #expect(market.respond(shop.create()).status == 201)
  }

  @Test func `while another process writes, reads succeed and writes get 503`() throws {
    let (market, shop) = try TestMarket.withShop { $0.busyTimeout = .milliseconds(1) }
    let store = try SQLiteStore(folder: market.folder, clock: { market.clock.now })
    try store.write { _ in
      let response = market.respond(shop.create())
      #expect(response.status == 503)
      #expect(response.headers[.retryAfter] == "1")
      #expect(response.message == "the market is busy; nothing was changed")
      #expect(market.respond(.get("/api/products")).status == 200)
    }
    #expect(market.files("pictures").isEmpty)
    #expect(market.files("waiting").isEmpty)
    #expect(market.respond(shop.create()).status == 201)
  }

  @Test func `samples that several threads load are loaded once`() throws {
    let market = try TestMarket()
    let other = try market.another()
    let loaded = Mutex(0)
    onThreads(6) { number in
      let service = number.isMultiple(of: 2) ? market.service : other
      if let count = try? service.loadSamples(), count > 0 { loaded.withLock { $0 += 1 } }
    }
    #expect(loaded.withLock { $0 } == 1)
    #expect(try market.respond(.get("/api/products")).page.totalCount == 122)
    #expect(market.files("pictures").count == 48)
  }

  @Test func `several threads can open a new market at the same time`() throws {
    let folder = NSTemporaryDirectory() + "market-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let opened = Mutex<[MarketService]>([])
    let clock = TestClock()
    onThreads(8) { _ in
      let service = try? MarketService(
        folder: folder, clock: { clock.now }, random: { Array(repeating: 7, count: $0) })
      if let service { opened.withLock { $0.append(service) } }
    }
    let services = opened.withLock { $0 }
    #expect(services.count == 8)
    for service in services {
      #expect(service.respond(.get("/healthChecker")).status == 200)
      service.close()
    }
  }
}
