import Foundation
import MarketStores
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketService

/// Databases with damaged bytes.
@Suite(.timeLimit(.minutes(60))) struct DamageTests {
  @Test func `a database damaged at random places is refused or answers with errors`() throws {
    let original = try TestMarket()
    try original.service.loadSamples()
    let shop = try original.service.addAccount(name: "shop")
    #expect(original.respond(shop.create()).status == 201)
    original.service.close()
    let database = "market.sqlite"
    let bytes = Array(try Data(contentsOf: URL(filePath: "\(original.folder)/\(database)")))
    var generator = SeededGenerator(seed: 20)
    for _ in 0..<20 {
      var damaged = bytes
      let place = Int.random(in: 0..<(bytes.count - 256), using: &generator)
      for index in place..<(place + 256) {
        damaged[index] = UInt8.random(in: 0...255, using: &generator)
      }
      let folder = "\(original.folder)-\(place)"
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(damaged).write(to: URL(filePath: "\(folder)/\(database)"))
      guard
        let service = try? MarketService(
          folder: folder, clock: { original.clock.now },
          random: { count in [UInt8](repeating: 7, count: count) })
      else { continue }
      let requests: [HTTPRequest] = [
        .get("/"), .get("/?q=mug"), .get("/listings/3"), .get("/healthChecker"),
        .get("/api/products?page_no=5"), .get("/api/products?sort=price"), .get("/api/products/3"),
        .get("/api/products?summary=1"), shop.create(), shop.edit(1, .mug), shop.archived(1),
      ]
      for request in requests {
        let status = service.respond(request).status
        #expect([200, 201, 401, 403, 404, 500, 503].contains(status), "\(request): \(status)")
      }
      _ = try? MarketService.inspect(folder)
      _ = try? service.backUp(to: "\(folder).tar")
      unlink("\(folder).tar")
      service.close()
    }
  }
}
