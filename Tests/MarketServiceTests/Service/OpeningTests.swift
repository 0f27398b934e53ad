import Foundation
import MarketService
import MarketStores
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct OpeningTests {
  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// Deletes the write-ahead log, which is redundant after `close`.
  private func removeLog(of market: TestMarket) {
    for name in ["market.sqlite-wal", "market.sqlite-shm"] {
      try? FileManager.default.removeItem(atPath: "\(market.folder)/\(name)")
    }
  }

  @Test func `a new market is accessible to its owner only`() throws {
    let (market, shop) = try TestMarket.withShop()
    _ = market.respond(shop.create())
    #expect(try mode(market.folder) == 0o700)
    for name in market.files("") where !name.hasPrefix("pictures/") {
      #expect(try mode("\(market.folder)/\(name)") == 0o600, "\(name)")
    }
    for name in market.files("pictures") {
      #expect(try mode("\(market.folder)/pictures/\(name)") == 0o600)
    }
  }

  @Test func `listings and accounts are there after reopening`() throws {
    let (market, shop) = try TestMarket.withShop()
    let created = market.respond(shop.create())
    market.service.close()
    let again = try market.another()
    #expect(again.respond(.get("/api/products/1")).body == created.body)
    #expect(again.respond(shop.edit(1, ListingFields(stock: 1))).status == 200)
  }

  @Test(arguments: ["text that is no database at all, but long enough to look like one", "x"])
  func `a file that is not a market is refused and not changed`(content: String) throws {
    let market = try TestMarket()
    market.service.close()
    removeLog(of: market)
    let path = "\(market.folder)/market.sqlite"
    let text = String(repeating: content, count: 40)
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    #expect(throws: ServiceError.store(.notAMarket, path: path)) { try market.another() }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test func `a market of a newer version is refused with a message`() throws {
    let market = try TestMarket()
    market.service.close()
    removeLog(of: market)
    // The user version is at offset 60 (SQLite database file format, 1.3).
    let path = "\(market.folder)/market.sqlite"
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.seek(toOffset: 60)
    try file.write(contentsOf: Data([0, 0, 0, 99]))
    try file.close()
    let error = #expect(throws: ServiceError.self) { try market.another() }
    guard case .store(.newerSchema(found: 99, known: _), path) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a path to a file, or below one, is refused with a reason`() throws {
    let path = NSTemporaryDirectory() + "market-\(UUID().uuidString)"
    try "x".write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    for folder in [path, path + "/deeper"] {
      let error = #expect(throws: ServiceError.self) {
        try MarketService(
          folder: folder, clock: { WireDate(milliseconds: 0) },
          random: { Array(repeating: 0, count: $0) })
      }
      #expect(error == .folderNotUsable(path: folder, reason: "Not a directory"))
    }
  }

  @Test func `a damaged market responds with 500 without details`() throws {
    let market = try TestMarket()
    try market.service.addGeneratedListings(count: 300)
    market.service.close()
    removeLog(of: market)
    let path = "\(market.folder)/market.sqlite"
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    let size = try file.seekToEnd()
    try #require(size > 8192)
    try file.seek(toOffset: 8192)
    try file.write(contentsOf: Data(repeating: 0xA5, count: Int(size) - 8192))
    try file.close()
    // Depending on the first page that is read, the opening may already fail.
    guard let service = try? market.another() else { return }
    let response = service.respond(.get("/api/products"))
    #expect(response.status == 500)
    #expect(response.message == "internal error; nothing was changed")
    #expect(!response.text.contains("sqlite"))
  }

  @Test func `a truncated database is not opened`() throws {
    let market = try TestMarket()
    try market.service.addGeneratedListings(count: 300)
    #expect(market.respond(.get("/api/products")).status == 200)
    market.service.close()
    let path = "\(market.folder)/market.sqlite"
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.truncate(atOffset: try file.seekToEnd() / 2)
    try file.close()
    let error = #expect(throws: ServiceError.self) { try market.another() }
    guard case .store(.damaged, path) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `old files without a row are removed at the next opening`() throws {
    let (market, shop) = try TestMarket.withShop()
    _ = market.respond(shop.create())
    let used = market.files("pictures")
    market.service.close()
    try leavePicture("a", hoursAgo: 2, in: market)
    try leavePicture("b", hoursAgo: 0.5, in: market)
    // A crash after the row was stored leaves a link to a file with a row.
    let stored = try #require(used.first { $0.contains("_origin") })
    let link = "\(market.folder)/waiting/" + stored.replacingOccurrences(of: "/", with: "-")
    try FileManager.default.copyItem(
      atPath: "\(market.folder)/pictures/\(stored)", toPath: link)
    try setAge(of: link, hours: 2, in: market)

    let first = try market.another()
    let recent = "1/20261121/" + String(repeating: "b", count: 32) + "_origin.jpg"
    #expect(market.files("pictures") == (used + [recent]).sorted())
    #expect(market.files("waiting").count == 1)

    // While the first service is open, no other service removes files.
    market.clock.advance(seconds: 7200)
    let second = try market.another()
    #expect(market.files("waiting").count == 1)
    first.close()
    second.close()
    try market.another().close()
    #expect(market.files("waiting").isEmpty)
    #expect(market.files("pictures") == used)
  }

  /// Writes a pending picture without a row.
  private func leavePicture(
    _ hex: Character, hoursAgo hours: Double, in market: TestMarket
  ) throws {
    let name = String(repeating: hex, count: 32) + "_origin.jpg"
    for path in ["waiting/1-20261121-\(name)", "pictures/1/20261121/\(name)"] {
      let file = "\(market.folder)/\(path)"
      try "x".write(toFile: file, atomically: false, encoding: .utf8)
      try setAge(of: file, hours: hours, in: market)
    }
  }

  private func setAge(of file: String, hours: Double, in market: TestMarket) throws {
    let date = market.clock.now.date.addingTimeInterval(-3600 * hours)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
  }

  @Test func `files of an interrupted removal are deleted at the next opening`() throws {
    let (market, shop) = try TestMarket.withShop()
    let id = try market.respond(shop.create()).product.id
    let files = market.files("pictures")
    let bytes = try files.map {
      try Data(contentsOf: URL(fileURLWithPath: "\(market.folder)/pictures/\($0)"))
    }
    #expect(market.respond(shop.remove(market.respond(shop.archived(id)).text)).status == 200)
    market.service.close()
    for (file, bytes) in zip(files, bytes) {
      try bytes.write(to: URL(fileURLWithPath: "\(market.folder)/pictures/\(file)"))
    }
    try market.another().close()
    #expect(market.files("pictures").isEmpty)
  }
}
