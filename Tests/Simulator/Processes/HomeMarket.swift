import MarketService
import MarketStores
import MarketWire
import Messages
import OpenMarketClient
import SellerSession
import Synchronization

/// The market in the process of a seller. What its owner does beside selling is not simulated.
struct HomeMarket: MarketHost {
  let folder: String
  let clock: SimulatedClock
  let seed: UInt64

  var commit: String? { nil }

  func homeTransport() async throws(HostError) -> any Transport {
    let service: MarketService
    do throws(ServiceError) {
      service = try MarketService(
        folder: folder, clock: { [clock] in World.date(clock.milliseconds) },
        random: World.randomBytes(seed: seed))
    } catch {
      throw HostError(.store, "\("\(error)")")
    }
    return ClosureTransport(clock: clock, finishesWrites: true) { service.respond($0) }
  }

  func exists(in folder: String?) throws(HostError) -> Bool { true }

  private var unsimulated: HostError { HostError(.store, "this is not simulated") }

  func addAccount(_: String, in _: String?) async throws(HostError) -> HostedAccount {
    throw unsimulated
  }
  func resetAccount(_: String, in _: String?) async throws(HostError) -> HostedAccount {
    throw unsimulated
  }
  func renameAccount(_: String, to _: String, in _: String?) async throws(HostError) -> String {
    throw unsimulated
  }
  func setAccount(
    _: String, isDisabled _: Bool, hides _: Bool, reason _: String, in _: String?
  ) async throws(HostError) { throw unsimulated }
  func removeAccount(_: String, reason _: String, in _: String?) async throws(HostError) -> Int {
    throw unsimulated
  }
  func accountEvents(limit _: Int, in _: String?) async throws(HostError) -> [HostedEvent] {
    throw unsimulated
  }
  func accounts(in _: String?) async throws(HostError) -> [HostedAccount] { throw unsimulated }
  func loadSamples(count _: Int?, in _: String?) async throws(HostError) -> Int {
    throw unsimulated
  }
  func sampleCount(in _: String?) async throws(HostError) -> Int { throw unsimulated }
  func clearSamples(in _: String?) async throws(HostError) -> Int { throw unsimulated }
  func facts() async throws(HostError) -> HostFacts { throw unsimulated }
  func backUp(to _: String, in _: String?) async throws(HostError) -> HostedBackup {
    throw unsimulated
  }
  func restore(_: String, to _: String?) async throws(HostError) -> HostedBackup {
    throw unsimulated
  }
  func move(from _: String?, to _: String) async throws(HostError) -> HostedMove {
    throw unsimulated
  }
  func inspect(_: String?) async throws(HostError) -> MarketInspection { throw unsimulated }
  func recount(in _: String?) async throws(HostError) { throw unsimulated }
  func removeMetadata(
    in _: String?, after _: Int
  ) async throws(HostError) -> HostedMetadataRemoval { throw unsimulated }
  func removeListings(
    _: [Int], reason _: String, in _: String?
  ) async throws(HostError) -> [HostedListing] { throw unsimulated }
  func check(_: ServeOptions, isWhole _: Bool) async -> ServeFindings { ServeFindings() }
  func serve(
    _: ServeOptions, ready _: @Sendable (_ url: String, _ warnings: [Message]) -> Void,
    log _: @escaping @Sendable (String) -> Void
  ) async throws(HostError) { throw unsimulated }
}
