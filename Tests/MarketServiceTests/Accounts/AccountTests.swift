import Foundation
import MarketWire
import StoreTestSupport
import Synchronization
import Testing

@testable import MarketService

@Suite(.timeLimit(.minutes(60))) struct AccountTests {
  private let market: TestMarket
  private let shop: NewAccount

  init() throws {
    (market, shop) = try TestMarket.withShop()
  }

  @Test func `an identifier is a version 1 UUID and a secret twenty letters and digits`() throws {
    let identifier = shop.credentials.identifier.revealed
    let uuid = try Regex("[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
    #expect(try uuid.wholeMatch(in: identifier) != nil)
    let secret = try Regex("[a-z0-9]{20}")
    #expect(try secret.wholeMatch(in: shop.credentials.secret.revealed) != nil)
    let other = try market.service.addAccount(name: "other")
    #expect(other.credentials != shop.credentials)
    #expect("\(shop)".contains("***"))
    #expect(!"\(shop)".contains(shop.credentials.secret.revealed))
  }

  @Test func `the market's files contain neither identifier nor secret`() throws {
    _ = market.respond(shop.create(headers: [.idempotencyKey: "k"]))
    _ = market.respond(shop.edit(1, ListingFields(stock: 2)))
    for name in market.files("") {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(market.folder)/\(name)"))
      for text in [shop.credentials.identifier.revealed, shop.credentials.secret.revealed] {
        #expect(bytes.range(of: Data(text.utf8)) == nil, "\(name)")
      }
    }
  }

  @Test func `a wrong secret and an unknown identifier get the same response`() throws {
    let unknown = NewAccount(
      vendorID: 9, name: "x",
      credentials: Credentials(
        identifier: VendorIdentifier("5d84307c-0000-11ee-8000-000000000001"),
        secret: shop.credentials.secret))
    let disabled = try market.service.addAccount(name: "disabled")
    try market.service.setAccount(name: "disabled", disabled: true)
    let texts = [shop.withWrongSecret, unknown, disabled.withWrongSecret].map { account in
      let response = market.respond(account.create())
      #expect(response.status == 401)
      return response.text
    }
    #expect(Set(texts) == ["{\"code\":401,\"message\":\"the identifier or the secret is wrong\"}"])
  }

  @Test func `an identifier ignores case`() throws {
    var request = shop.create()
    request.headers = [
      .contentType: request.headers[.contentType] ?? "",
      "IDENTIFIER": shop.credentials.identifier.revealed.uppercased(),
    ]
    #expect(market.respond(request).status == 201)
  }

  @Test func `after ten wrong secrets in a minute even the correct one gets 429`() {
    for _ in 1...10 { #expect(market.respond(shop.withWrongSecret.archived(0)).status == 401) }
    market.clock.advance(seconds: 20)
    let response = market.respond(shop.archived(0))
    #expect(response.status == 429)
    #expect(response.headers[.retryAfter] == "40")
    #expect(response.message == "too many wrong secrets: try again in 40 s")
    market.clock.advance(seconds: 40)
    #expect(market.respond(shop.archived(0)).status == 404)
  }

  @Test func `wrong secrets of one account do not block another`() throws {
    let other = try market.service.addAccount(name: "other")
    for _ in 1...11 { _ = market.respond(shop.withWrongSecret.archived(0)) }
    #expect(market.respond(shop.archived(0)).status == 429)
    #expect(market.respond(other.archived(0)).status == 404)
  }

  @Test func `unknown identifiers are throttled too`() {
    let unknown = NewAccount(
      vendorID: 9, name: "x",
      credentials: Credentials(
        identifier: VendorIdentifier("nobody"), secret: Secret("secret")))
    for _ in 1...10 { #expect(market.respond(unknown.archived(0)).status == 401) }
    #expect(market.respond(unknown.archived(0)).status == 429)
  }

  /// Sends a request from an address.
  private func status(_ request: HTTPRequest, from address: String) -> Int? {
    switch market.service.admit(request, from: address) {
    case .refuse(let response, _): response.status
    case .accept(_, let respond): respond(request.body).status
    }
  }

  private func wrong(_ identifier: String) -> HTTPRequest {
    NewAccount(
      vendorID: 9, name: "x",
      credentials: Credentials(
        identifier: VendorIdentifier(identifier), secret: Secret("wrong"))
    ).archived(0)
  }

  @Test func `six thousand invented identifiers do not flush the failures of an account`() {
    for _ in 1...10 {
      #expect(status(shop.withWrongSecret.archived(0), from: "192.0.2.1") == 401)
    }
    for index in 1...6_000 {
      _ = status(wrong("nobody \(index)"), from: "10.\(index / 256).\(index % 256).1")
    }
    #expect(status(shop.archived(0), from: "192.0.2.1") == 429)
  }

  @Test func `wrong secrets from elsewhere do not lock the seller out`() {
    for _ in 1...12 { _ = status(shop.withWrongSecret.archived(0), from: "198.51.100.1") }
    #expect(status(shop.archived(0), from: "198.51.100.1") == 429)
    #expect(status(shop.archived(0), from: "192.0.2.1") == 404)
  }

  @Test func `a right secret passes from where it was used within 30 days`() {
    #expect(status(shop.archived(0), from: "192.0.2.1") == 404)
    for days in [0, 29, 32] {
      market.clock.advance(seconds: Int64(days) * 86_400)
      for _ in 1...10 { _ = status(shop.withWrongSecret.archived(0), from: "192.0.2.9") }
      #expect(status(shop.withWrongSecret.archived(0), from: "192.0.2.1") == 429)
      #expect(status(shop.archived(0), from: "192.0.2.1") == (days == 32 ? 429 : 404))
    }
  }

  @Test func `the failures of addresses lock no identifier`() throws {
    let throttle = LoginThrottle(LocalCounters(salt: []))
    let now = WireDate(milliseconds: 0)
    func attempt(_ identifier: String, _ address: String) -> LoginThrottle.Attempt {
      throttle.attempt(Array(identifier.utf8), from: ClientAddress(numeric: address))
    }
    for address in 0..<200 {
      for guess in 0..<20 {
        try throttle.recordFailure(attempt("\(address) \(guess)", "10.0.\(address).1"), at: now)
      }
    }
    let sellers = (0..<2_000).map { attempt("seller \($0)", "192.0.2.1") }
    #expect(try sellers.allSatisfy { try throttle.wait($0, at: now) == nil })
  }

  @Test func `an address has a hundred wrong secrets a minute`() {
    for index in 1...100 {
      #expect(status(wrong("nobody \(index)"), from: "2001:db8::\(index)") == 401)
    }
    #expect(status(shop.archived(0), from: "2001:db8::1") == 429)
    #expect(status(shop.archived(0), from: "2001:db8:0:1::1") == 404)
    market.clock.advance(seconds: 60)
    #expect(status(shop.archived(0), from: "2001:db8::1") == 404)
  }

  @Test func `accounts are listed in the order of creation`() throws {
    _ = try market.service.addAccount(name: "머그가게".decomposedStringWithCanonicalMapping)
    _ = market.respond(shop.create())
    let accounts = try market.service.accounts()
    #expect(accounts.map(\.name) == ["shop", "머그가게"])
    #expect(accounts.map(\.vendorID) == [1, 2])
    #expect(accounts.map(\.listings) == [1, 0])
    #expect(accounts.map(\.createdAt) == [market.clock.now, market.clock.now])
    #expect(accounts.allSatisfy { !$0.isSample && !$0.isDisabled })
  }

  @Test func `names that look alike are taken`() throws {
    for name in ["shop", "Shop", " shop ", "sh\u{200B}op", "ѕһор", "ｓｈｏｐ"] {
      #expect(throws: ServiceError.nameTaken("shop")) {
        try market.service.addAccount(name: name)
      }
    }
    _ = try market.service.addAccount(name: "other")
    #expect(throws: ServiceError.nameTaken("shop")) {
      try market.service.renameAccount("other", to: "SHOP")
    }
    #expect(try market.service.renameAccount("shop", to: "Shop") == "Shop")
    #expect(throws: ServiceError.nameMixesScripts("оak")) {
      try market.service.addAccount(name: "оak")
    }
    _ = try market.service.addAccount(name: "é")
    #expect(throws: ServiceError.nameTaken("é")) {
      try market.service.addAccount(name: "e\u{301}")
    }
  }

  @Test(arguments: [
    "", " \n", "\u{200B}\u{3164}", "a\nb", "a\u{0}", "a\u{1B}[31m",
    String(repeating: "x", count: 41),
  ])
  func `an invalid name is refused`(name: String) {
    #expect(throws: ServiceError.nameInvalid(name)) { try market.service.addAccount(name: name) }
  }

  @Test(arguments: ["a/b", "/", ".", ".."])
  func `a name that no path of a page can have is refused`(name: String) throws {
    #expect(throws: ServiceError.nameNotInPaths(name)) {
      try market.service.addAccount(name: name)
    }
    #expect(throws: ServiceError.nameNotInPaths(name)) {
      try market.service.renameAccount("shop", to: name)
    }
    let refused = market.respond(EditShop(name: name, credentials: shop.credentials).request)
    #expect(refused.status == 400 && refused.text.contains("has no /"))
    // Shops that older versions have named so go on.
    try market.service.store.write { try $0.setName(name, ofVendor: shop.vendorID) }
    #expect(market.respond(shop.create()).status == 201)
    let same = EditShop(name: name, words: "Hi", credentials: shop.credentials)
    #expect(market.respond(same.request).status == 200)
    #expect(try market.service.resetAccount(name: name).name == name)
  }

  @Test func `a reset invalidates the old credentials`() throws {
    let id = try market.respond(shop.create()).product.id
    let new = try market.service.resetAccount(name: "shop")
    #expect(new.vendorID == shop.vendorID)
    #expect(market.respond(shop.edit(id, ListingFields(stock: 1))).status == 401)
    #expect(market.respond(new.edit(id, ListingFields(stock: 1))).status == 200)
    #expect(throws: ServiceError.noSuchAccount("nobody")) {
      try market.service.resetAccount(name: "nobody")
    }
  }

  @Test func `a disabled account keeps its listings and can be enabled`() throws {
    let id = try market.respond(shop.create()).product.id
    let path = market.respond(shop.archived(id)).text
    try market.service.setAccount(name: "shop", disabled: true)
    #expect(market.respond(shop.remove(path)).status == 403)
    #expect(market.respond(.get("/api/products/\(id)")).status == 200)
    #expect(try market.service.accounts().first?.isDisabled == true)
    try market.service.setAccount(name: "shop", disabled: false)
    #expect(market.respond(shop.remove(path)).status == 200)
  }

  @Test func `a reset does not enable a disabled account`() throws {
    let id = try market.respond(shop.create()).product.id
    try market.service.setAccount(name: "shop", disabled: true)
    let new = try market.service.resetAccount(name: "shop")
    #expect(new.isDisabled)
    #expect(market.respond(new.edit(id, ListingFields(stock: 1))).status == 403)
    try market.service.setAccount(name: "shop", disabled: false)
    #expect(market.respond(new.edit(id, ListingFields(stock: 1))).status == 200)
  }

  @Test(arguments: [true, false])
  func `an account that changes while a listing is added`(isRenamed: Bool) throws {
    // The free space is read between the authentication and the write.
    let change = Mutex<(@Sendable () -> Void)?>(nil)
    let (market, shop) = try TestMarket.withShop(.sqlite) {
      $0.freeBytes = { _ in
        change.withLock { change in
          defer { change = nil }
          return change
        }?()
        return .max
      }
    }
    let other = try market.another()
    defer { other.close() }
    change.withLock {
      $0 = {
        if isRenamed {
          _ = try? other.renameAccount("shop", to: "Elm")
        } else {
          _ = try? other.removeAccount(name: "shop", reason: "")
        }
      }
    }
    #expect(market.respond(shop.create()).status == (isRenamed ? 201 : 401))
    #expect(market.files("waiting").isEmpty)
    for (word, count) in [("elm", isRenamed ? 1 : 0), ("shop", 0)] {
      let found = market.respond(ListProducts(searchValue: word).request)
      #expect(try found.page.totalCount == count, "\(word)")
    }
  }

  @Test func `a sample shop cannot be taken over`() throws {
    try market.service.loadSamples()
    let sample = try #require(try market.service.accounts().first(where: \.isSample))
    #expect(throws: ServiceError.noSuchAccount(sample.name)) {
      try market.service.resetAccount(name: sample.name)
    }
    #expect(throws: ServiceError.nameTaken(sample.name)) {
      try market.service.addAccount(name: sample.name)
    }
  }
}
