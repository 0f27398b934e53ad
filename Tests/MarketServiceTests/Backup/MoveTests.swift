import Foundation
import MarketService
import MarketStores
import MarketWire
import StoreTestSupport
import Testing

/// Markets that are moved to another store, and back.
@Suite(.timeLimit(.minutes(60))) struct MoveTests {
  private struct Stop: Error {}

  /// An empty place of a kind.
  private func place(_ kind: StoreKind) throws -> MarketLocation {
    switch kind {
    case .sqlite, .model: .folder(NSTemporaryDirectory() + "moved-\(UUID().uuidString)")
    case .postgres: .database(url: try PostgresServer.newURL())
    }
  }

  private func open(_ location: MarketLocation) throws -> MarketService {
    try MarketService(
      at: location, clock: { WireDate(milliseconds: 1_795_273_445_999) },
      random: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } })
  }

  private func delete(_ location: MarketLocation) {
    if case .folder(let path) = location { try? FileManager.default.removeItem(atPath: path) }
  }

  private func move(
    _ source: MarketLocation, _ target: MarketLocation,
    progress: (Int, Int) throws -> Void = { _, _ in }
  ) throws -> MoveSummary {
    try MarketMove(from: source, to: target, clock: { WireDate(Date()) }).run(progress: progress)
  }

  /// What a client can read, and the pictures of the newest listing.
  private func content(_ service: MarketService) throws -> [[UInt8]] {
    var page = try service.respond(.get("/api/products?items_per_page=1000")).page
    page.revision = nil
    let newest = try #require(page.products.first?.id)
    let product = try service.respond(.get("/api/products/\(newest)")).product
    let pictures = (product.pictures ?? []).flatMap { [$0.url, $0.thumbnailURL ?? ""] }.map {
      service.respond(.get(String($0.dropFirst("http://market.local".count)))).body
    }
    return [Array("\(page)".utf8), Array("\(product)".utf8)] + pictures
  }

  @Test(arguments: StoreKind.all)
  func `a market is the same after a move there and back`(kind: StoreKind) throws {
    let (market, shop) = try TestMarket.withShop(kind, name: "은하 공방")
    try market.service.loadSamples()
    let key: HTTPHeaders = [.idempotencyKey: "key"]
    let request = shop.create(pictures: [TestPicture.jpeg, TestPicture.png], headers: key)
    let created = market.respond(request)
    let id = try created.product.id
    let removal = market.respond(shop.archived(id)).text
    let expected = try content(market.service)
    let revision = try #require(try market.respond(.get("/api/products")).page.revision)
    market.service.close()

    let kinds = [StoreKind.all.last { $0 != kind } ?? kind, kind]
    let places = try kinds.map(place)
    defer { places.forEach(delete) }
    let there = try move(try MarketLocation(market.location), places[0])
    #expect(there.listings == 123 && there.accounts == 7 && there.missing == 0)
    #expect(try move(places[0], places[1]) == there)
    for place in places {
      let service = try open(place)
      defer { service.close() }
      #expect(try content(service) == expected)
      // Keys, tokens and credentials hold, ids go on, and old revisions are forgotten.
      #expect(service.respond(request).body == created.body)
      #expect(service.respond(.get("/api/products?changed_since=\(revision)")).status == 410)
      #expect(try service.respond(shop.create()).product.id == id + 1)
      #expect(service.respond(shop.remove(removal)).status == 200)
    }
  }

  /// A place whose move has not ended cannot be moved or backed up, and no restore continues it.
  private func expectNoSource(_ target: MarketLocation, _ kind: StoreKind, _ market: TestMarket)
    throws
  {
    #expect(throws: ServiceError.moveNotEnded(path: target.text)) {
      try move(target, .folder("\(market.folder).copy"))
    }
    let file = "\(market.folder).tar"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let clock: @Sendable () -> WireDate = { WireDate(Date()) }
    #expect(throws: ServiceError.moveNotEnded(path: target.text)) {
      try MarketMove.backUp(target, to: file, clock: clock)
    }
    if kind == .postgres {
      _ = try market.service.backUp(to: file)
      #expect(throws: ServiceError.moveNotEnded(path: target.text)) {
        try MarketMove.restore(file, to: target, clock: clock)
      }
    }
  }

  @Test(arguments: StoreKind.all)
  func `an interrupted move is not opened and continues`(kind: StoreKind) throws {
    let market = try TestMarket(.sqlite)
    try market.service.addGeneratedListings(count: 500)
    let source = try MarketLocation(market.location)
    let target = try place(kind)
    defer { delete(target) }
    #expect(throws: (any Error).self) {
      try move(source, target) { done, total in
        #expect(total == 622)
        if done > 300 { throw Stop() }
      }
    }
    #expect(throws: ServiceError.moveNotEnded(path: target.text)) { try open(target) }
    try expectNoSource(target, kind, market)
    // Nor does it pass an inspection.
    #expect(throws: ServiceError.moveNotEnded(path: target.text)) {
      try MarketService.inspect(at: target)
    }
    var first: Int?
    let moved = try move(source, target) { done, _ in first = first ?? done }
    #expect(moved.listings == 622 && moved.pictures == 48)
    #expect(first == 600)
    let service = try open(target)
    defer { service.close() }
    #expect(try service.listingCount == 622)
    #expect(throws: ServiceError.moveTargetNotEmpty(target.text)) { try move(source, target) }
  }

  /// Beside them: files in a folder are backed up in another way.
  @Test(arguments: StoreKind.all.filter { $0 == .postgres })
  func `a listing that is removed during a backup is in it with its pictures`(
    kind: StoreKind
  ) throws {
    let (market, shop) = try TestMarket.withShop(kind)
    try market.service.addGeneratedListings(count: 200)
    let id = try market.respond(shop.create(pictures: [TestPicture.jpeg])).product.id
    let target = try place(.sqlite)
    defer { delete(target) }
    let move = try MarketMove(
      from: try MarketLocation(market.location), to: target, clock: { WireDate(Date()) })
    let moved = try move.run(allowsChanges: true) { done, total in
      guard done < total, market.respond(.get("/api/products/\(id)")).status == 200 else { return }
      #expect(market.respond(shop.remove(market.respond(shop.archived(id)).text)).status == 200)
    }
    #expect(market.respond(.get("/api/products/\(id)")).status == 404)
    #expect(moved.listings == 323 && moved.missing == 0)
    let service = try open(target)
    defer { service.close() }
    let pictures = try service.respond(.get("/api/products/\(id)")).product.pictures
    #expect(pictures?.count == 1)
    #expect(try content(service).count == 4)
  }

  @Test func `a move that was killed while it wrote pictures continues`() throws {
    let (market, shop) = try TestMarket.withShop(.sqlite)
    for _ in 0..<204 { #expect(market.respond(shop.create()).status == 201) }
    let source = try MarketLocation(market.location)
    let target = try place(.sqlite)
    defer { delete(target) }
    #expect(throws: (any Error).self) { try move(source, target) { _, _ in throw Stop() } }
    // Then it was killed: of the next pictures some had their final names, and one was not whole.
    let files = FileManager.default
    let rest = market.files("pictures").map { "pictures/\($0)" }
      .filter { !files.fileExists(atPath: "\(target.text)/\($0)") }
    #expect(rest.count == 8)
    for (index, name) in rest.enumerated() {
      let path = try #require(PicturePath(text: name))
      let pending = "\(target.text)/waiting/\(path.pendingName)"
      try Data("a part".utf8).write(to: URL(filePath: pending))
      if index > 0 { try files.linkItem(atPath: pending, toPath: "\(target.text)/\(name)") }
    }
    let moved = try move(source, target)
    #expect(moved.listings == 204 && moved.missing == 0)
    let found = try MarketService.inspect(at: target)
    #expect(found.missing.isEmpty && found.orphans.isEmpty)
    #expect(try files.contentsOfDirectory(atPath: "\(target.text)/waiting").isEmpty)
  }

  @Test(arguments: StoreKind.all)
  func `a move notices a picture that differs`(kind: StoreKind) throws {
    let market = try TestMarket(.sqlite)
    try market.service.addGeneratedListings(count: 300)
    let source = try MarketLocation(market.location)
    let target = try place(kind)
    defer { delete(target) }
    #expect(throws: (any Error).self) { try move(source, target) { _, _ in throw Stop() } }
    switch target {
    case .folder(let path):
      let files = FileManager.default.enumerator(atPath: "\(path)/pictures")?.allObjects ?? []
      let name = try #require(files.compactMap { $0 as? String }.first { $0.hasSuffix(".jpg") })
      try Data("other".utf8).write(to: URL(filePath: "\(path)/pictures/\(name)"))
    case .database(let url):
      try PostgresServer.execute(
        """
        UPDATE picture_file SET bytes = 'other' WHERE path = (SELECT min(path) FROM picture_file)
        """, at: url)
    }
    #expect(throws: ServiceError.moveDiffers) { try move(source, target) }
    #expect(throws: ServiceError.moveNotEnded(path: target.text)) { try open(target) }
  }

  @Test(arguments: StoreKind.all)
  func `a backup of any market becomes a market of any kind`(kind: StoreKind) throws {
    let (market, shop) = try TestMarket.withShop(kind, name: "은하 공방")
    let request = shop.create(
      pictures: [TestPicture.jpeg, TestPicture.png], headers: [.idempotencyKey: "key"])
    let created = market.respond(request)
    let expected = try content(market.service)
    let file = NSTemporaryDirectory() + "backup-\(UUID().uuidString).tar"
    defer { try? FileManager.default.removeItem(atPath: file) }
    // Beside a service that has the market open.
    let written = try MarketMove.backUp(
      try MarketLocation(market.location), to: file, clock: { WireDate(Date()) })
    #expect(written.listings == 1 && written.pictures == 4 && written.missing == 0)
    #expect(!FileManager.default.fileExists(atPath: "\(file).moving"))
    _ = market.respond(shop.create())
    for kind in StoreKind.all {
      let target = try place(kind)
      defer { delete(target) }
      let clock: @Sendable () -> WireDate = { WireDate(Date()) }
      #expect(try MarketMove.restore(file, to: target, clock: clock) == written)
      let found = try MarketService.inspect(at: target)
      #expect(found.damage.isEmpty && found.missing.isEmpty && found.orphans.isEmpty)
      let service = try open(target)
      defer { service.close() }
      #expect(try content(service) == expected)
      #expect(service.respond(request).body == created.body)
      #expect(try service.listingCount == 1)
      // A market is never replaced.
      #expect(throws: ServiceError.self) {
        try MarketMove.restore(file, to: target, clock: clock)
      }
    }
  }

  @Test(arguments: StoreKind.all)
  func `a market that changes in the meantime is not moved`(kind: StoreKind) throws {
    let (market, shop) = try TestMarket.withShop(.sqlite)
    try market.service.loadSamples()
    let target = try place(kind)
    defer { delete(target) }
    #expect(throws: ServiceError.movedMarketChanged) {
      try move(try MarketLocation(market.location), target) { _, _ in
        _ = market.respond(shop.create())
      }
    }
  }

  @Test(arguments: StoreKind.all)
  func `a market whose accounts change in the meantime is not moved`(kind: StoreKind) throws {
    let (market, shop) = try TestMarket.withShop(.sqlite)
    #expect(market.respond(shop.create()).status == 201)
    let changes: [(MarketService) throws -> Void] = [
      { _ = try $0.resetAccount(name: "shop") }, { _ = try $0.addAccount(name: "Late") },
      { try $0.setAccount(name: "shop", disabled: true) },
    ]
    for change in changes {
      let target = try place(kind)
      defer { delete(target) }
      #expect(throws: ServiceError.movedMarketChanged) {
        try move(try MarketLocation(market.location), target) { _, _ in try change(market.service) }
      }
    }
  }
}
