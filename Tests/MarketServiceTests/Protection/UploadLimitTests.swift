import Foundation
import MarketWire
import Synchronization
import Testing

@testable import MarketService

@Suite(.timeLimit(.minutes(60))) struct UploadLimitTests {
  /// A market in which a request without a place is refused at once.
  private func market(_ change: (inout UploadSettings) -> Void) throws -> TestMarket {
    try TestMarket {
      $0.uploads.waitLimit = .zero
      change(&$0.uploads)
    }
  }

  /// Admits an upload whose body has not arrived.
  private func admit(
    _ market: TestMarket, _ shop: NewAccount, from address: String
  ) -> HTTPAdmission {
    var head = shop.create()
    head.headers[.contentLength] = String(head.body.count)
    return market.service.admit(head, from: address)
  }

  private func status(_ admission: HTTPAdmission) -> Int? {
    if case .refuse(let response, _) = admission { response.status } else { nil }
  }

  @Test func `a fifth upload of an address gets 503; another address is served`() throws {
    let market = try market { _ in }
    let shop = try market.service.addAccount(name: "shop")
    var admitted = (1...4).map { _ in admit(market, shop, from: "192.0.2.1") }
    #expect(admitted.allSatisfy { status($0) == nil })
    let fifth = admit(market, shop, from: "192.0.2.1")
    #expect(status(fifth) == 503)
    #expect(market.service.uploadCounts == (waiting: 0, refused: 1))
    guard case .refuse(let response, _) = fifth else { return }
    #expect(response.headers[.retryAfter] != nil)
    #expect(status(admit(market, shop, from: "192.0.2.2")) == nil)
    // A connection that closes without its body releases its place.
    admitted.removeLast()
    #expect(status(admit(market, shop, from: "192.0.2.1")) == nil)
  }

  @Test func `bodies together stay within the memory budget`() throws {
    let size = 100_000
    let market = try market { $0.bodyBytes = 2 * size }
    let shop = try market.service.addAccount(name: "shop")
    var head = shop.create()
    head.headers[.contentLength] = String(size)
    var admitted = (1...2).map { market.service.admit(head, from: "192.0.2.\($0)") }
    #expect(admitted.allSatisfy { status($0) == nil })
    #expect(status(market.service.admit(head, from: "192.0.2.3")) == 503)
    admitted.removeAll()
    #expect(status(market.service.admit(head, from: "192.0.2.3")) == nil)
    // The length of a chunked body is unknown, so its share is the largest body.
    head.headers[.contentLength] = nil
    #expect(status(market.service.admit(head, from: "192.0.2.3")) == 503)
  }

  @Test func `a picture that needs more than the whole budget is refused with 400`() throws {
    let market = try market { $0.decodingBytes = 1_000_000 }
    let shop = try market.service.addAccount(name: "shop")
    let response = market.respond(shop.create(pictures: [TestPicture.jpeg, TestPicture.png]))
    #expect(response.status == 400)
    #expect(response.message.contains("images[1]: the picture is too large to decode"))
    #expect(market.files("pictures").isEmpty)
  }

  @Test func `a third concurrent decoding of an account gets 503`() throws {
    let market = try market { _ in }
    let uploads = market.service.uploads
    try uploads.withAccount(1) { _ in
      try uploads.withAccount(1) { _ in
        #expect(throws: ServiceRefusal.busy) { try uploads.withAccount(1) { _ in } }
        #expect(uploads.counts == (waiting: 0, refused: 1))
        try uploads.withAccount(2) { _ in }
      }
    }
  }

  @Test func `pictures that are decoded at a time share the memory`() throws {
    let market = try market { $0.decodingBytes = 100 }
    let uploads = market.service.uploads
    try uploads.withAccount(1) { first in
      try first.withShare(60) {
        _ = try? uploads.withAccount(2) { second in
          #expect(throws: ServiceRefusal.busy) { try second.withShare(60) {} }
          #expect(throws: Never.self) { try second.withShare(40) {} }
        }
      }
    }
  }

  @Test func `eight concurrent uploads of one seller wait and all succeed`() throws {
    let (market, shop) = try TestMarket.withShop {
      $0.uploads.perAddress = 2
      $0.uploads.perAccount = 1
    }
    let statuses = Mutex<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      let status = market.respond(shop.create(pictures: [TestPicture.png, TestPicture.jpeg])).status
      statuses.withLock { $0.append(status) }
    }
    #expect(statuses.withLock { $0 } == Array(repeating: 201, count: 8))
  }
}
