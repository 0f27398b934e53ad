import DiskCache
import Foundation
import MarketTestSupport
import MarketWire
import OpenMarketClient

@testable import SellerSession

/// An offline cache in a temporary folder, which is deleted together with this value.
final class OfflineCacheSample: Sendable {
  static let url = "http://market.test"

  let market: MarketAddress
  let clock = ManualWallClock()
  let disk: DiskCache
  let writer = CacheWriter()
  private let folder: String

  init() throws {
    market = try MarketAddress(Self.url)
    let folder = NSTemporaryDirectory() + "offline-\(UUID().uuidString)"
    self.folder = folder
    disk = DiskCache(
      path: folder, byteLimit: 1_000_000, now: { [clock] in clock.now().milliseconds })
  }

  deinit { TemporaryFolder.delete(folder) }

  var responses: CachedResponses { CachedResponses(disk: disk, market: market, now: clock.now) }

  /// Adds a response to the queue.
  func enqueue(_ request: HTTPRequest, _ response: HTTPResponse) {
    writer.enqueue(request, response, of: market, at: clock.now())
  }

  /// Writes a response to the disk.
  func store(_ target: String, _ body: String) async {
    enqueue(HTTPRequest(.get, target), HTTPResponse(status: 200, body: Array(body.utf8)))
    await flush()
  }

  /// Writes the pending changes and waits until they are on the disk.
  func flush() async {
    writer.startWriting(to: disk)
    await writer.waitUntilWritten(timeout: .seconds(60), AnyClock(FrozenClock()))
  }

  /// The body of a cached response.
  func body(of target: String) -> String? {
    responses.response(to: target).map { String(decoding: $0.response.body, as: UTF8.self) }
  }
}
