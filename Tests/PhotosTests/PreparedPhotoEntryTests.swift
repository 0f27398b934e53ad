/// Prepared photos on disk: found again as they were made, and harmless to lose.
import DiskCache
import Foundation
import Testing

@testable import Photos

struct PreparedPhotoEntryTests {
  /// A cache that goes with the test.
  private static func lend(_ body: (DiskCache) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "prepared-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(DiskCache(path: path, byteLimit: 10_000_000, now: { 0 }))
  }

  private static func photo(_ bytes: [UInt8], in disk: DiskCache) -> PreparedPhoto? {
    disk.entry(PreparedPhoto.entryKey(Preparation.key(for: bytes))).flatMap(PreparedPhoto.init)
  }

  @Test(arguments: ["turned-6.jpg", "alpha.webp", "turned.heic", "deep-alpha.png", "moving.gif"])
  func `another process finds what one prepared, whole`(_ name: String) throws {
    try Self.lend { disk in
      let bytes = try PhotoFixture.bytes(name)
      let fresh = try PreparationCache().prepare(bytes, disk: disk)
      #expect(fresh == (try Preparation.prepare(bytes)))
      #expect(Self.photo(bytes, in: disk) == fresh)
      #expect(disk.usage().part(of: [PreparedPhoto.cacheKind]).files == 1)
      #expect(disk.usage().files == 1)
      // On another background it is another photo.
      var black = PreparationSettings()
      black.background = PhotoColor(red: 0, green: 0, blue: 0)
      _ = try PreparationCache().prepare(bytes, settings: black, disk: disk)
      #expect(disk.usage().files == 2)
      #expect(Self.photo(bytes, in: disk) == fresh)
    }
  }

  @Test func `what is there is taken as it is`() throws {
    try Self.lend { disk in
      let bytes = try PhotoFixture.bytes("turned-6.jpg")
      let other = try Preparation.prepare(try PhotoFixture.bytes("alpha.webp"))
      disk.store(try #require(other.entry(named: Preparation.key(for: bytes))))
      #expect(try PreparationCache().prepare(bytes, disk: disk) == other)
    }
  }

  @Test func `a photo that only loses its notes is not kept on disk`() throws {
    try Self.lend { disk in
      _ = try PreparationCache().prepare(try PhotoFixture.bytes("located.jpg"), disk: disk)
      #expect(disk.usage().files == 0)
    }
  }

  @Test func `an entry that holds something else is taken for none, and made anew`() throws {
    try Self.lend { disk in
      let bytes = try PhotoFixture.bytes("turned-6.jpg")
      let fresh = try Preparation.prepare(bytes)
      let whole = try #require(fresh.entry(named: Preparation.key(for: bytes)))
      let end = try #require(whole.bytes.firstIndex(of: 10))
      let contents: [[UInt8]] = [
        [], [10], Array("{}\n".utf8) + fresh.bytes, Array(whole.bytes[...end]), fresh.bytes,
        Array(whole.bytes[..<end]), Array(whole.bytes[1...]),
      ]
      for content in contents {
        disk.store(CacheEntry(key: whole.header.key, bytes: content))
        #expect(Self.photo(bytes, in: disk) == nil)
        #expect(try PreparationCache().prepare(bytes, disk: disk) == fresh)
        #expect(disk.entry(whole.header.key) == whole)
      }
    }
  }

  @Test func `a cache that cannot keep anything is passed over`() throws {
    let disk = DiskCache(path: "/dev/null/kept", byteLimit: 10_000_000, now: { 0 })
    let bytes = try PhotoFixture.bytes("turned-6.jpg")
    #expect(try PreparationCache().prepare(bytes, disk: disk) == (try Preparation.prepare(bytes)))
  }
}
