/// Prepared photos in memory: the same answer, bounded, and never somebody else's.
import Testing

@testable import Photos

struct PreparationCacheTests {
  @Test func `a photo named again gives what it gave before`() throws {
    let cache = PreparationCache()
    for name in ["turned-6.jpg", "alpha.webp", "located.jpg"] {
      let bytes = try PhotoFixture.bytes(name)
      let fresh = try Preparation.prepare(bytes)
      #expect(try cache.prepare(bytes) == fresh, "\(name)")
      #expect(try cache.prepare(bytes) == fresh, "\(name)")
    }
  }

  @Test func `other settings are another photo`() throws {
    let cache = PreparationCache()
    let bytes = try PhotoFixture.bytes("alpha.webp")
    var black = PreparationSettings()
    black.background = PhotoColor(red: 0, green: 0, blue: 0)
    let white = try cache.prepare(bytes)
    #expect(try cache.prepare(bytes, settings: black) != white)
    #expect(try cache.prepare(bytes) == white)
  }

  @Test func `a photo that cannot be used is told each time`() throws {
    let cache = PreparationCache()
    let bytes = Array("no photo".utf8)
    for _ in 1...2 {
      #expect(throws: PhotoError.self) { try cache.prepare(bytes) }
    }
  }

  @Test func `no more is kept than the limit, the last used stays`() throws {
    let photos = try (1...4).map { try PhotoFixture.bytes("turned-\($0).jpg") }
    let size = try Preparation.prepare(photos[0]).bytes.count
    let cache = PreparationCache(byteLimit: size * 5 / 2)
    for photo in photos { _ = try cache.prepare(photo) }
    #expect(cache.keptBytes <= size * 5 / 2)
    #expect(cache.keeps(photos[3]))
    #expect(!cache.keeps(photos[0]))
    #expect(!PreparationCache(byteLimit: 0).keeps(photos[0]))
  }
}

extension PreparationCache {
  fileprivate func keeps(_ bytes: [UInt8]) -> Bool { kept[Preparation.key(for: bytes)] != nil }
  fileprivate var keptBytes: Int { kept.values.reduce(0) { $0 + $1.bytes.count } }
}
