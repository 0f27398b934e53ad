import Foundation
import MarketService
import MarketWire
import SQLite
import StoreTestSupport
import Synchronization
import Testing

@testable import MarketStores

@Suite(.timeLimit(.minutes(60))) struct FolderTests {
  private func open(_ folder: String) throws -> SQLiteStore {
    try SQLiteStore(folder: folder, clock: { WireDate(milliseconds: 0) })
  }

  @Test func `a folder that has no market's database throws a FolderError`() throws {
    let test = try TestStore(.sqlite)
    let file = test.folder + "/file"
    try Data().write(to: URL(filePath: file))
    #expect(throws: FolderError.self) { try open(file) }
    let other = test.folder + "/other"
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
    let database = SQLiteStore.database(in: other)
    try String(repeating: "not a database ", count: 100)
      .write(toFile: database, atomically: true, encoding: .utf8)
    #expect(throws: FolderError.store(.notAMarket, path: database)) { try open(other) }
  }

  @Test func `a market whose log is lost is refused, also by an inspection`() throws {
    let test = try TestStore(.sqlite)
    let shop = try test.addVendor("shop")
    _ = try test.addProducts(3, of: shop)
    let copy = test.folder + "/copy"
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
    for name in ["market.sqlite", "market.mark"] {
      try FileManager.default.copyItem(
        atPath: "\(test.folder)/\(name)", toPath: "\(copy)/\(name)")
    }
    let isLost = { (error: FolderError?) in
      guard case .store(.damaged(let detail), _) = error else { return false }
      return detail.contains("lost changes") && detail.contains("market.mark")
    }
    #expect(isLost(#expect(throws: FolderError.self) { _ = try open(copy) }))
    #expect(isLost(#expect(throws: FolderError.self) { _ = try SQLiteStore.inspect(copy) }))
    try FileManager.default.removeItem(atPath: "\(copy)/market.mark")
    try open(copy).close()
  }

  @Test func `a full disk has a reserve for removals`() throws {
    let test = try TestStore(.sqlite)
    let path = "\(test.folder)/reserve"
    #expect(FileSystem.size(path) == 4 << 20)
    var attempts = 0
    let result = try test.store.write(mayUseReserve: true) { _ in
      attempts += 1
      // The first attempt finds no space, the second one has that of the reserve.
      if FileSystem.exists(path) { throw StoreError.full }
      return "removed"
    }
    #expect(result == "removed")
    #expect(attempts == 2)
    #expect(throws: StoreError.full) {
      try test.store.write(mayUseReserve: true) { _ in throw StoreError.full }
    }
    // There is a new reserve as soon as the disk has space again.
    _ = try test.another()
    #expect(FileSystem.size(path) == 4 << 20)
  }

  @Test func `deleted files stay in the list until a removal succeeds`() throws {
    let test = try TestStore(.sqlite)
    let store = try #require(test.store as? SQLiteStore)
    struct Stop: Error {}
    let vendor = try test.addVendor("shop")
    let pictures = try ["a", "b"].map { try test.addPicture($0) }
    let ids = try pictures.flatMap { try test.addProducts(1, of: vendor, pictures: [$0]) }
    try test.remove(ids[0])
    let deleted = store.deletedFiles.withLock { $0 }
    #expect(deleted.count == 2)
    #expect(throws: Stop.self) {
      try store.write { writer in
        try writer.remove(try #require(try writer.product(ids[1])))
        throw Stop()
      }
    }
    #expect(store.deletedFiles.withLock { $0 } == deleted)
    try test.remove(ids[1])
    let pending = try store.pool.read { try $0.filesPendingDeletion() }
    #expect(pending.count == 2 && Set(pending).isDisjoint(with: deleted))
  }
}
