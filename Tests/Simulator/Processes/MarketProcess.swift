import Foundation
import MarketService
import MarketStores
import MarketWire
import StoreTestSupport

/// A served market: the real service and its store, in a process of its own.
struct MarketProcess {
  let channel: Channel
  let folder: String
  let place: Scenario.Place
  /// How often the database cannot be used, 0 to 1.
  let strength: Double
  let seed: UInt64

  /// Opens the market and answers requests until the world ends it.
  func run(at time: Int) -> Never {
    let clock = SimulatedClock(milliseconds: time)
    let service: MarketService
    do throws(ServiceError) {
      service = try open(clock)
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

  private func open(_ clock: SimulatedClock) throws(ServiceError) -> MarketService {
    let (now, random) = (
      { @Sendable in World.date(clock.milliseconds) }, World.randomBytes(seed: seed)
    )
    switch place {
    case .folder: return try MarketService(folder: folder, clock: now, random: random)
    case .database:
      nonisolated(unsafe) var luck = Luck(seed: seed)
      return try MarketService(location: "database", clock: now, random: random) {
        [folder, strength] () throws(ServiceError) in
        do {
          return try DatabaseModel(folder: folder, clock: now) {
            luck.happens(0.1 * strength) ? luck.pick(DatabaseModel.Fate.allCases) : .succeeds
          }
        } catch { throw .store(.failed(detail: "\(error)"), path: "database") }
      }
    }
  }
}
