import Base
import Digest
package import DiskCache
import Foundation
import MarketRender
import MarketWire
import OpenMarketClient
package import ScreenPictures
import SellerFiles
import Synchronization

/// The caches of a session: pictures and responses on disk, and lists in memory.
package final class SessionCaches: Sendable {
  package let settings: SellerSettings
  package let writer = CacheWriter()
  package let revalidation = RevalidationCache()
  package let pictures: PictureLoader
  /// Counts what has made collected lists out of date.
  private let expiries = Atomic(0)
  /// The disk cache with the size limit of its last use.
  private let lastDisk = Mutex<DiskCache?>(nil)

  private var environment: Environment { settings.environment }

  /// How long the end of the program waits for disk writes.
  private static let settlingTime = Duration.milliseconds(100)

  package init(settings: SellerSettings) {
    self.settings = settings
    let environment = settings.environment
    pictures = PictureLoader(random: environment.client.random, now: environment.now)
  }

  /// Whether the settings allow a cache on disk.
  package var isOn: Bool { settings.preferences.cacheLimit != .off }

  /// The cache on disk, with the size limit of the settings.
  package var disk: DiskCache {
    let limit = settings.preferences.cacheLimit.byteCount
    return lastDisk.withLock { last in
      if let last, last.byteLimit == limit { return last }
      let cache = DiskCache(path: environment.paths.diskCache, byteLimit: limit) { [environment] in
        environment.now().milliseconds
      }
      last = cache
      return cache
    }
  }

  /// Pictures on disk; nil if the cache is off.
  package var pictureCache: PictureCache? {
    isOn ? PictureCache(disk: disk, now: environment.now) : nil
  }

  /// Starts to write the responses of commands to disk.
  package func writeResponses() {
    guard writer.hasPendingChanges else { return }
    guard isOn else { return writer.discardPendingChanges() }
    writer.startWriting(to: disk)
  }

  /// Waits briefly for pending writes, because the program is about to end.
  package func settle() async {
    await writer.waitUntilWritten(timeout: Self.settlingTime, environment.client.clock)
  }

  /// Returns the path of a file with the bytes of a photo that is sent; nil if it cannot be written.
  /// Blocks.
  func sentFile(_ bytes: [UInt8]) -> String? {
    let isPNG = bytes.first == 0x89
    let name = Digest.hex(Digest.sha256(bytes).prefix(8)) + (isPNG ? ".png" : ".jpg")
    let path = "\(environment.paths.sentPhotos)/\(name)"
    do {
      try PrivateFile(path: path).write(bytes: bytes, isDurable: false)
      return path
    } catch {
      return nil
    }
  }

  /// Deletes the files of ``sentFile(_:)``. Blocks.
  package func removeSentFiles() {
    try? FileManager.default.removeItem(atPath: environment.paths.sentPhotos)
  }

  /// The version of the lists that are collected from markets that cannot filter or sort.
  package var collectionVersion: Int { expiries.load(ordering: .relaxed) }

  /// Makes collected lists out of date, because of an own write or because the seller refreshes.
  package func forgetCollections() { expiries.add(1, ordering: .relaxed) }

  /// Makes the next list and the next pictures revalidate with the market.
  package func expire() {
    revalidation.removeAll()
    pictures.invalidateAll(at: environment.now())
  }
}
