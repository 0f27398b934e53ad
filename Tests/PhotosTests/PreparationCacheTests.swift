import Formatting
import TerminalKit
import Testing

@testable import Photos

@Suite(.timeLimit(.minutes(60))) struct PreparationCacheTests {
  @Test func `a cached photo equals a newly prepared one`() throws {
    let cache = PreparationCache()
    for name in ["turned-6.jpg", "alpha.webp", "located.jpg"] {
      let bytes = try PhotoFixture.bytes(name)
      let fresh = try Preparation.prepare(bytes)
      #expect(try cache.prepare(bytes) == fresh, "\(name)")
      #expect(try cache.prepare(bytes) == fresh, "\(name)")
    }
  }

  @Test func `photos with different settings are cached separately`() throws {
    let cache = PreparationCache()
    let bytes = try PhotoFixture.bytes("alpha.webp")
    var black = PreparationSettings()
    black.background = RGBColor(red: 0, green: 0, blue: 0)
    let white = try cache.prepare(bytes)
    #expect(try cache.prepare(bytes, settings: black) != white)
    #expect(try cache.prepare(bytes) == white)
  }

  @Test func `errors are not cached`() throws {
    let cache = PreparationCache()
    let bytes = Array("no photo".utf8)
    for _ in 1...2 {
      #expect(throws: PhotoError.self) { try cache.prepare(bytes) }
    }
  }

  @Test func `the limit holds and the most recently used photo remains`() throws {
    let photos = try (1...4).map { try PhotoFixture.bytes("turned-\($0).jpg") }
    let size = try Preparation.prepare(photos[0]).bytes.count
    let cache = PreparationCache(byteLimit: size * 5 / 2)
    for photo in photos { _ = try cache.prepare(photo) }
    #expect(cache.byteCount <= size * 5 / 2)
    #expect(cache.contains(photos[3]))
    #expect(!cache.contains(photos[0]))
    #expect(!PreparationCache(byteLimit: 0).contains(photos[0]))
  }
}

extension PreparationCache {
  fileprivate func contains(_ bytes: [UInt8]) -> Bool { photos[Preparation.key(for: bytes)] != nil }
  fileprivate var byteCount: Int { photos.values.reduce(0) { $0 + $1.bytes.count } }
}
