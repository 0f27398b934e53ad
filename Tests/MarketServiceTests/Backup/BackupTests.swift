import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketService
@testable import MarketStores

/// Backups and restored markets.
@Suite(.timeLimit(.minutes(60))) struct BackupTests {
  private let market: TestMarket
  private let shop: NewAccount
  private let id: Int
  private var file: String { "\(market.folder).tar" }
  private var target: String { "\(market.folder).restored" }

  init() throws {
    (market, shop) = try TestMarket.withShop(name: "은하 공방")
    id = try market.respond(shop.create(pictures: [TestPicture.jpeg, TestPicture.png])).product.id
    let removed = try market.respond(shop.create()).product.id
    let path = market.respond(shop.archived(removed)).text
    #expect(market.respond(shop.remove(path)).status == 200)
  }

  /// Runs `body` and deletes what the test has written beside the market.
  private func cleaningUp(_ body: () throws -> Void) rethrows {
    defer {
      for path in [file, target, "\(target).restoring"] {
        try? FileManager.default.removeItem(atPath: path)
      }
    }
    try body()
  }

  private func open(_ folder: String) throws -> MarketService {
    try MarketService(
      folder: folder, clock: { [clock = market.clock] in clock.now },
      random: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } })
  }

  /// What a client can read, and the files.
  private static func content(_ service: MarketService, _ id: Int) throws -> [[UInt8]] {
    let product = try service.respond(.get("/api/products/\(id)")).product
    let pictures = (product.pictures ?? []).flatMap { [$0.url, $0.thumbnailURL ?? ""] }.map {
      service.respond(.get(String($0.dropFirst("http://market.local".count)))).body
    }
    // The revisions of a restored market are new.
    var page = try service.respond(.get("/api/products")).page
    page.revision = nil
    return [Array("\(page)".utf8), service.respond(.get("/api/products/\(id)")).body] + pictures
  }

  @Test func `a restored market is the one that was backed up`() throws {
    try cleaningUp {
      let written = try market.service.backUp(to: file)
      #expect(written.listings == 1 && written.pictures == 4 && written.missing == 0)
      let expected = try Self.content(market.service, id)
      _ = market.respond(shop.edit(id, ListingFields(stock: 1)))
      #expect(try MarketService.restore(file, to: target) == written)
      let restored = try open(target)
      defer { restored.close() }
      #expect(try Self.content(restored, id) == expected)
      // Accounts keep their credentials.
      #expect(restored.respond(shop.create()).status == 201)
      #expect(FileManager.default.fileExists(atPath: "\(target).restoring") == false)
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
      #expect(mode as? Int == 0o600)
    }
  }

  @Test func `a market is restored where a link leads to`() throws {
    try cleaningUp {
      let written = try market.service.backUp(to: file)
      let link = "\(target).link"
      defer { try? FileManager.default.removeItem(atPath: link) }
      try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      #expect(try MarketService.restore(file, to: link) == written)
      #expect(try MarketService.inspect(target).listings == 1)
    }
  }

  @Test func `a restored market gives out no entity tag and revision of the lost one`() throws {
    try cleaningUp {
      _ = try market.service.backUp(to: file)
      #expect(market.respond(shop.create()).status == 201)
      let lost = market.respond(.get("/api/products"))
      let (tag, revision) = (
        try #require(lost.headers[.eTag]), try #require(try lost.page.revision)
      )
      for _ in 0..<2 {
        _ = try MarketService.restore(file, to: target)
        let restored = try open(target)
        #expect(restored.respond(shop.create()).status == 201)
        #expect(restored.respond(.get("/api/products", headers: [.ifNoneMatch: tag])).status == 200)
        #expect(restored.respond(.get("/api/products?changed_since=\(revision)")).status == 410)
        restored.close()
        try FileManager.default.removeItem(atPath: target)
      }
    }
  }

  @Test func `a restored market gives out no id that the lost one gave out after the backup`()
    throws
  {
    try cleaningUp {
      _ = try market.service.backUp(to: file)
      let lost = try market.respond(shop.create(pictures: [TestPicture.jpeg])).product
      let lostAccount = try market.service.addAccount(name: "Late")
      _ = try MarketService.restore(file, to: target)
      let restored = try open(target)
      defer { restored.close() }
      let created = try restored.respond(shop.create(pictures: [TestPicture.jpeg])).product
      #expect(created.id >= lost.id + 10_000)
      #expect(try #require(created.pictures?[0].id) >= #require(lost.pictures?[0].id) + 10_000)
      #expect(try restored.addAccount(name: "Later").vendorID >= lostAccount.vendorID + 10_000)
      #expect(restored.respond(.get("/api/products/\(lost.id)")).status == 404)
    }
  }

  @Test func `a market that was backed up before its first listing begins at a higher id, too`()
    throws
  {
    try cleaningUp {
      let empty = try open("\(target)-empty")
      defer { try? FileManager.default.removeItem(atPath: "\(target)-empty") }
      _ = try empty.backUp(to: file)
      empty.close()
      _ = try MarketService.restore(file, to: target)
      let restored = try open(target)
      defer { restored.close() }
      let account = try restored.addAccount(name: "First")
      #expect(account.vendorID > 10_000)
      #expect(try restored.respond(account.create()).product.id > 10_000)
    }
  }

  @Test func `a restored market keeps its account log`() throws {
    try cleaningUp {
      let before = try market.service.accountEvents(limit: 9)
      _ = try market.service.backUp(to: file)
      _ = try MarketService.restore(file, to: target)
      let restored = try open(target)
      defer { restored.close() }
      _ = try restored.addAccount(name: "First")
      let events = try restored.accountEvents(limit: 9)
      #expect(events.dropLast() == before[...] && events.last?.account == "First")
    }
  }

  @Test func `a restored market comes into a folder with a slash after its name`() throws {
    try cleaningUp {
      _ = try market.service.backUp(to: file)
      for exists in [false, true] {
        if exists {
          try FileManager.default.createDirectory(
            atPath: target, withIntermediateDirectories: false)
        }
        _ = try MarketMove.restore(
          file, to: try MarketLocation("\(target)//"), clock: { WireDate(Date()) })
        #expect(try MarketService.inspect(target).listings == 1)
        try FileManager.default.removeItem(atPath: target)
      }
      // What fails names the folder.
      let place = "/dev/null/x"
      #expect(throws: ServiceError.folderNotUsable(path: place, reason: "Not a directory")) {
        try MarketService.restore(file, to: place)
      }
    }
  }

  @Test func `pictures that are removed during a backup are deleted after it`() throws {
    try cleaningUp {
      let path = market.respond(shop.archived(id)).text
      let before = market.files("pictures").count
      let store = try #require(market.service.store as? SQLiteStore)
      try store.pictures.deletion.whileKeepingPictures {
        #expect(market.respond(shop.remove(path)).status == 200)
        #expect(market.files("pictures").count == before)
        let another = try market.another()
        defer { another.close() }
        #expect(another.respond(.get("/api/products")).status == 200)
      }
      let written = try market.service.backUp(to: file)
      #expect(written.pictures == 0)
      #expect(market.files("pictures").isEmpty)
    }
  }

  @Test func `a backup never replaces a file, a restored market never a folder with files`() throws
  {
    try cleaningUp {
      _ = try market.service.backUp(to: file)
      #expect(throws: ServiceError.fileExists(path: file)) { try market.service.backUp(to: file) }
      #expect(throws: ServiceError.targetNotEmpty(path: market.folder)) {
        try MarketService.restore(file, to: market.folder)
      }
      try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
      _ = try MarketService.restore(file, to: target)
    }
  }

  @Test func `a damaged backup is refused or makes no difference`() throws {
    try cleaningUp {
      _ = try market.service.backUp(to: file)
      let expected = try Self.content(market.service, id)
      let bytes = Array(try Data(contentsOf: URL(filePath: file)))
      var generator = SeededGenerator(seed: 11)
      for round in 0..<60 {
        var damaged = bytes
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        if round < 20 { damaged = Array(bytes[..<place]) } else { damaged[place] ^= 0x55 }
        try Data(damaged).write(to: URL(filePath: file))
        do {
          _ = try MarketService.restore(file, to: target)
          // The byte was padding.
          let restored = try open(target)
          #expect(try Self.content(restored, id) == expected)
          restored.close()
          try FileManager.default.removeItem(atPath: target)
        } catch {
          guard case .backup = error as? ServiceError else {
            Issue.record(error, "byte \(place)")
            continue
          }
          #expect(!FileManager.default.fileExists(atPath: target))
          #expect(!FileManager.default.fileExists(atPath: "\(target).restoring"))
        }
      }
    }
  }

  @Test(arguments: [
    "../evil", "/tmp/evil", "pictures/../../evil", "pictures/1/20261121/x_origin.jpg", "evil", "",
    "market.sqlite-wal", "pictures/1/20261121/\(String(repeating: "a", count: 32))_origin.exe",
  ])
  func `a backup with another file is refused`(name: String) throws {
    try cleaningUp {
      var tar = try TarWriter(path: file, date: 0)
      try tar.add(name, content: Array("evil".utf8))
      try tar.finish()
      #expect(throws: ServiceError.backup(.notABackup, path: file)) {
        try MarketService.restore(file, to: target)
      }
      #expect(!FileManager.default.fileExists(atPath: target))
    }
  }

  @Test func `a backup goes on without a picture that the market has lost`() throws {
    try cleaningUp {
      let lost = try #require(market.files("pictures").first)
      try FileManager.default.removeItem(atPath: "\(market.folder)/pictures/\(lost)")
      let written = try market.service.backUp(to: file)
      #expect(written.missing == 1 && written.pictures == 3)
      #expect(try MarketService.restore(file, to: target) == written)
    }
  }

  @Test func `an archive has the files of the disk that exist`() throws {
    try cleaningUp {
      let sparse = "\(market.folder).sparse"
      defer { try? FileManager.default.removeItem(atPath: sparse) }
      try Data(count: 600).write(to: URL(filePath: sparse))
      var tar = try TarWriter(path: file, date: 1_795_273_445)
      #expect(try tar.add("a", file: sparse))
      #expect(try !tar.add("b", file: "\(sparse).none"))
      try tar.finish()
      var reader = try TarReader(path: file)
      let entry = try #require(try reader.next())
      #expect(entry == ("a", 600))
      #expect(try reader.next() == nil)
    }
  }

  @Test func `an inspection finds what is missing, unused and damaged`() throws {
    let sound = try MarketService.inspect(market.folder)
    #expect(sound.listings == 1 && sound.damage.isEmpty)
    #expect(sound.orphans.isEmpty && sound.missing.isEmpty && sound.pictures == 4)
    #expect(sound.journal == "wal" && sound.synchronous == "full")
    let lost = try #require(market.files("pictures").first)
    let folder = "\(market.folder)/pictures"
    let unused = "1/20200101/\(String(repeating: "a", count: 32))_thumb.png"
    try FileManager.default.createDirectory(
      atPath: "\(folder)/1/20200101", withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: "\(folder)/\(lost)", toPath: "\(folder)/\(unused)")
    let found = try MarketService.inspect(market.folder)
    #expect(found.missing == ["pictures/\(lost)"] && found.orphans == ["pictures/\(unused)"])
    #expect(found.pictures == 4 && found.pictureBytes == sound.pictureBytes)
    // What a disk that lost power may leave.
    for bytes in [Data(), Data(count: 50)] {
      try bytes.write(to: URL(filePath: "\(folder)/\(lost)"))
      #expect(try MarketService.inspect(market.folder).missing == ["pictures/\(lost)"])
    }
  }

  @Test func `an operator removes a listing of any shop with a reason`() throws {
    let removed = try market.service.removeListings([id], reason: "counterfeit\n")
    #expect(removed.map(\.name) == ["Blue mug"] && removed.map(\.shop) == ["은하 공방"])
    #expect(market.respond(.get("/api/products/\(id)")).status == 404)
    #expect(market.files("pictures").isEmpty)
    #expect(throws: ServiceError.noSuchListing(id)) {
      try market.service.removeListings([id], reason: "again")
    }
    let lines = try String(contentsOfFile: "\(market.folder)/removals.jsonl", encoding: .utf8)
      .split(separator: "\n")
    #expect(lines.count == 1)
    let entry = try #require(try JSON(parsing: Array(lines[0].utf8)).objectValue)
    #expect(entry["reason"]?.stringValue == "counterfeit\n" && entry["id"]?.intValue == id)
  }
}
