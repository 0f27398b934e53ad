import Foundation
import MarketServer
import MarketService
import MarketTestSupport
import MarketWire
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(60))) struct ServedSecretTests {
  @Test func `a secret has 20 letters and digits and appears nowhere else`() throws {
    let served = try ServedMarket()
    let id = try served.listing()
    let (shop, client) = (served.shop, try served.connect())
    let (secret, identifier) = (shop.credentials.secret, shop.credentials.identifier)
    #expect(try Regex("[a-z0-9]{20}").wholeMatch(in: secret.revealed) != nil)
    let answers = [
      try client.ask(shop.create()), try client.ask(shop.edit(id, ListingFields(stock: 1))),
      try client.ask(shop.withWrongSecret.edit(id, ListingFields(stock: 1))),
      try client.ask(shop.edit(id, ListingFields(name: "x"))),
      try client.ask(.get("/api/products/\(id)")), try client.ask(.get("/api/products")),
    ]
    let path = try client.ask(shop.archived(id)).text
    let removal = try client.ask(shop.remove(path))
    for text in (answers + [removal]).map({ $0.text + "\($0.headers.fields)" }) {
      #expect(!text.contains(secret.revealed))
      #expect(!text.contains(identifier.revealed))
    }
    for entry in served.stop() {
      for word in [secret.revealed, identifier.revealed, path] {
        #expect(!"\(entry)".contains(word))
      }
    }
    for file in served.market.files("") {
      let bytes = try Data(contentsOf: URL(filePath: "\(served.market.folder)/\(file)"))
      #expect(bytes.range(of: Data(secret.revealed.utf8)) == nil, "\(file)")
      #expect(bytes.range(of: Data(identifier.revealed.utf8)) == nil, "\(file)")
    }
  }

  @Test func `a wrong secret and an unknown identifier get the same response`() throws {
    let served = try ServedMarket()
    let id = try served.listing()
    let other = NewAccount(
      vendorID: 1, name: "x",
      credentials: Credentials(
        identifier: VendorIdentifier("c0ffee00-aaaa-11ee-9999-feedfacecafe"),
        secret: served.shop.credentials.secret))
    let wrong = served.shop.withWrongSecret
    let pairs = [
      (wrong.create(), other.create()), (wrong.archived(id), other.archived(id)),
      (wrong.edit(id, .mug), other.edit(id, .mug)),
    ]
    for (first, second) in pairs {
      let answers = [try served.ask(first), try served.ask(second)]
      #expect(answers.map(\.status) == [401, 401])
      #expect(answers[0].body == answers[1].body)
      #expect(answers[0].headers.fields.map(\.name) == answers[1].headers.fields.map(\.name))
    }
    #expect(try served.ask(other.remove("/api/products/MXx4")).status == 404)
  }

  @Test func `the 11th attempt in a minute gets 429, even with the correct secret`() throws {
    let served = try ServedMarket()
    let id = try served.listing()
    let other = try served.market.service.addAccount(name: "other")
    for number in 0..<10 {
      let request =
        number.isMultiple(of: 2)
        ? served.shop.withWrongSecret.archived(id) : served.shop.withWrongSecret.create()
      #expect(try served.ask(request).status == 401)
    }
    for request in [served.shop.withWrongSecret.archived(id), served.shop.archived(id)] {
      try ExpectedResponse(status: 429).check(request.onTheWire, to: served)
      let answer = try served.ask(request)
      #expect(answer.headers[.retryAfter] == "60")
    }
    #expect(try served.ask(other.create()).status == 201)
    served.market.clock.advance(seconds: 59)
    #expect(try served.ask(served.shop.archived(id)).headers[.retryAfter] == "1")
    served.market.clock.advance(seconds: 1)
    #expect(try served.ask(served.shop.archived(id)).status == 200)
  }

  @Test func `a nearly full disk refuses writes and loses nothing`() throws {
    let free = FreeBytes(64 << 20)
    let served = try ServedMarket { configuration in
      configuration.freeBytes = { _ in free.count.withLock { $0 } }
    }
    let id = try served.listing()
    let files = served.market.files("pictures")
    free.count.withLock { $0 = (64 << 20) - 1 }
    let writes = [served.shop.create(), served.shop.edit(id, ListingFields(stock: 1))]
    for request in writes {
      try ExpectedResponse(status: 507).check(request.onTheWire, to: served)
      let keyed = request.adding([.idempotencyKey: "key"])
      try ExpectedResponse(status: 507).check(keyed.onTheWire, to: served)
    }
    #expect(try served.ask(.get("/api/products/\(id)")).product.stock == 5)
    #expect(served.market.files("pictures") == files)
    #expect(served.market.files("waiting").isEmpty)
    free.count.withLock { $0 = 64 << 20 }
    #expect(
      try writes.map { try served.ask($0.adding([.idempotencyKey: "key"])).status }
        == [201, 200])
  }

  /// The free space that the test simulates.
  private final class FreeBytes: Sendable {
    let count: Mutex<Int64>

    init(_ bytes: Int64) {
      count = Mutex(bytes)
    }
  }
}
