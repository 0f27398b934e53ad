import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Photos
import StoreTestSupport
import Testing

@testable import MarketService

/// The metadata of pictures that older versions have stored as they were uploaded.
@Suite(.timeLimit(.minutes(60))) struct StoredMetadataTests {
  /// A market whose listings have pictures with these bytes, and the paths of the pictures.
  private static func market(
    _ kind: StoreKind, with pictures: [[UInt8]]
  ) throws -> (TestMarket, [PicturePath]) {
    let (market, shop) = try TestMarket.withShop(kind)
    for _ in pictures { #expect(market.respond(shop.create()).status == 201) }
    let store = market.service.store
    let products = try store.read { try $0.exportedProducts(after: 0, limit: 100) }
    let paths = products.compactMap { $0.pictures.first.flatMap { PicturePath(text: $0.origin) } }
    for (path, bytes) in zip(paths, pictures) {
      #expect(try store.replace(PictureFile(path: path, bytes: bytes)))
    }
    return (market, paths)
  }

  @Test(arguments: StoreKind.all)
  func `it is removed without touching pixels, in parts, and once`(_ kind: StoreKind) throws {
    let located = try (1...8).map { Array(try Fixture.bytes("photos/gps-\($0).jpg")) }
    let damaged = Array("no picture".utf8)
    let (market, paths) = try Self.market(kind, with: located + [damaged])
    let store = market.service.store
    var (last, cleaned, unreadable, listings): (Int?, Int, Int, Int) = (0, 0, 0, 0)
    var parts = 0
    while let id = last {
      let part = try market.service.removeMetadata(ofListingsAfter: id, limit: 3)
      last = part.last
      cleaned += part.cleaned
      unreadable += part.unreadable
      listings += part.listings
      parts += 1
    }
    #expect(parts == 4 && cleaned == 8 && unreadable == 1 && listings == 9)
    for (path, before) in zip(paths, located) {
      let after = try #require(try store.picture(path))
      #expect(after.firstRange(of: Array("GPS".utf8)) == nil)
      let image = try MetadataStripper.strip(before)
      #expect(image.removed.hasLocation)
      #expect(try !MetadataStripper.strip(after).removed.hasLocation)
      #expect(try PhotoHeader.read(after).orientation == PhotoHeader.read(before).orientation)
      // The compressed pixels end with the file.
      #expect(after.suffix(500) == image.bytes.suffix(500))
    }
    #expect(try store.picture(paths[8]) == damaged)
    #expect(try market.service.removeMetadata(ofListingsAfter: 0, limit: 100).cleaned == 0)
    #expect(market.files("waiting").isEmpty)
  }

  @Test func `it waits for a backup, and a removed picture stays removed`() throws {
    let located = Array(try Fixture.bytes("photos/gps-6.jpg"))
    let (market, paths) = try Self.market(.sqlite, with: [located])
    do {
      let lock = open("\(market.folder)/deletion.lock", O_RDWR | O_CREAT, 0o600)
      defer { close(lock) }
      #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
      #expect(throws: ServiceError.store(.busy, path: market.location)) {
        try market.service.removeMetadata(ofListingsAfter: 0)
      }
    }
    let id = try market.service.store.read { try $0.exportedProducts(after: 0, limit: 1) }[0].id
    _ = try market.service.removeListings([id], reason: "gone")
    let store = market.service.store
    #expect(try !store.replace(PictureFile(path: paths[0], bytes: located)))
    #expect(try store.picture(paths[0]) == nil)
  }
}
