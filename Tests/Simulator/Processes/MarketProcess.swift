import Foundation
import MarketService
import MarketStores
import MarketWire
import SQLite

/// A served market: the real service and its store in a folder, in a process of its own.
struct MarketProcess {
  let channel: Channel
  let folder: String
  let seed: UInt64

  /// Opens the market and answers requests until the world ends it.
  func run(at time: Int) -> Never {
    let clock = SimulatedClock(milliseconds: time)
    let service: MarketService
    do throws(ServiceError) {
      service = try MarketService(
        folder: folder, clock: { World.date(clock.milliseconds) },
        random: World.randomBytes(seed: seed))
    } catch {
      channel.send(Frame(kind: .ended, blobs: [Array("\(error)".utf8)]))
      _exit(1)
    }
    channel.send(Frame(kind: .idle))
    while let frame = channel.receive() {
      clock.move(to: frame.numbers[0])
      guard let request = HTTPRequest(blobs: frame.blobs) else { break }
      let response = service.respond(request)
      channel.send(
        Frame(
          kind: .answer, numbers: [response.status],
          blobs: [response.headers.bytes, response.body]))
    }
    service.close()
    _exit(0)
  }
}
