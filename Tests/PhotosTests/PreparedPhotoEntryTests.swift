import DiskCache
import Formatting
import Foundation
import TerminalKit
import Testing

@testable import Photos

@Suite(.timeLimit(.minutes(60))) struct PreparedPhotoEntryTests {
  /// Calls `body` with a temporary cache.
  private static func withCache(_ body: (DiskCache) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "prepared-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(DiskCache(path: path, byteLimit: 10_000_000, now: { 0 }))
  }

  private static func photo(_ bytes: [UInt8], in disk: DiskCache) -> PreparedPhoto? {
    disk.entry(PreparedPhoto.entryKey(Preparation.key(for: bytes))).flatMap(PreparedPhoto.init)
  }

  @Test(arguments: ["turned-6.jpg", "alpha.webp", "turned.heic", "deep-alpha.png"])
  func `another process finds a prepared photo on disk`(_ name: String) throws {
    try Self.withCache { disk in
      let bytes = try PhotoFixture.bytes(name)
      let prepared = try PreparationCache().prepare(bytes, disk: disk)
      #expect(prepared == (try Preparation.prepare(bytes)))
      #expect(Self.photo(bytes, in: disk) == prepared)
      #expect(disk.usage().part(of: [PreparedPhoto.cacheKind]).files == 1)
      #expect(disk.usage().files == 1)
      // A different background gives a different photo.
      var black = PreparationSettings()
      black.background = RGBColor(red: 0, green: 0, blue: 0)
      _ = try PreparationCache().prepare(bytes, settings: black, disk: disk)
      #expect(disk.usage().files == 2)
      #expect(Self.photo(bytes, in: disk) == prepared)
    }
  }

  @Test func `a photo on disk is not prepared again`() throws {
    try Self.withCache { disk in
      let bytes = try PhotoFixture.bytes("turned-6.jpg")
      let other = try Preparation.prepare(try PhotoFixture.bytes("alpha.webp"))
      disk.store(try #require(other.entry(for: Preparation.key(for: bytes))))
      #expect(try PreparationCache().prepare(bytes, disk: disk) == other)
    }
  }

  @Test func `a photo that only loses its metadata is not stored on disk`() throws {
    try Self.withCache { disk in
      _ = try PreparationCache().prepare(try PhotoFixture.bytes("located.jpg"), disk: disk)
      #expect(disk.usage().files == 0)
    }
  }

  @Test func `an invalid entry is ignored and replaced`() throws {
    try Self.withCache { disk in
      let bytes = try PhotoFixture.bytes("turned-6.jpg")
      let prepared = try Preparation.prepare(bytes)
      let entry = try #require(prepared.entry(for: Preparation.key(for: bytes)))
      let end = try #require(entry.bytes.firstIndex(of: 10))
      let contents: [[UInt8]] = [
        [], [10], Array("{}\n".utf8) + prepared.bytes, Array(entry.bytes[...end]), prepared.bytes,
        Array(entry.bytes[..<end]), Array(entry.bytes[1...]),
      ]
      for content in contents {
        disk.store(CacheEntry(key: entry.header.key, bytes: content))
        #expect(Self.photo(bytes, in: disk) == nil)
        #expect(try PreparationCache().prepare(bytes, disk: disk) == prepared)
        #expect(disk.entry(entry.header.key) == entry)
      }
    }
  }

  @Test func `a cache that cannot be written is ignored`() throws {
    let disk = DiskCache(path: "/dev/null/cache", byteLimit: 10_000_000, now: { 0 })
    let bytes = try PhotoFixture.bytes("turned-6.jpg")
    #expect(try PreparationCache().prepare(bytes, disk: disk) == (try Preparation.prepare(bytes)))
  }
}
