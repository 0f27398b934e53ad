import Foundation
import MarketService
import MarketStores
import MarketTestSupport
import MarketWire
import StoreTestSupport
import Synchronization
import Testing

/// A market of its own, which is deleted together with this object.
///
/// It is in a temporary folder, or in a schema of the tests' PostgreSQL server.
final class TestMarket: Sendable {
  let kind: StoreKind
  /// The folder of the market; a market on PostgreSQL does not use it.
  let folder: String
  let location: String
  let service: MarketService
  let clock = TestClock()

  init(
    _ kind: StoreKind = .preferred, _ configure: (inout ServiceConfiguration) -> Void = { _ in }
  ) throws {
    self.kind = kind
    folder = NSTemporaryDirectory() + "market-\(UUID().uuidString)"
    location = kind == .postgres ? try PostgresServer.newURL() : folder
    service = try Self.open(location, clock, configure)
  }

  /// A market with one shop.
  static func withShop(
    _ kind: StoreKind = .preferred, name: String = "shop",
    _ configure: (inout ServiceConfiguration) -> Void = { _ in }
  ) throws -> (TestMarket, NewAccount) {
    let market = try TestMarket(kind, configure)
    return (market, try market.service.addAccount(name: name))
  }

  deinit {
    service.close()
    TemporaryFolder.delete(folder)
  }

  /// Opens another service on the same market.
  func another(
    _ configure: (inout ServiceConfiguration) -> Void = { _ in }
  ) throws -> MarketService {
    try Self.open(location, clock, configure)
  }

  private static let description = APIDescription(OpenAPI.document)

  /// Responds to a request; an answer that `/api/openapi.json` does not describe is an issue.
  func respond(_ request: HTTPRequest) -> HTTPResponse {
    let response = service.respond(request)
    #expect(Self.description.problems(with: response, to: request) == [])
    return response
  }

  /// The bytes of the database; nil if there is none.
  var databaseSize: Int? {
    let path = "\(folder)/market.sqlite"
    return try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
  }

  /// The relative paths of all files in a subfolder.
  func files(_ subfolder: String) -> [String] {
    let root = "\(folder)/\(subfolder)"
    let names = FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? []
    return names.filter { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: "\(root)/\(name)", isDirectory: &isFolder)
      return !isFolder.boolValue
    }.sorted()
  }

  private static func open(
    _ location: String, _ clock: TestClock, _ configure: (inout ServiceConfiguration) -> Void
  ) throws -> MarketService {
    var configuration = ServiceConfiguration()
    configure(&configuration)
    return try MarketService(
      at: try MarketLocation(location), configuration: configuration, clock: { clock.now },
      random: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } })
  }
}

/// A clock that only `advance` moves. It starts at 2026-11-21T15:04:05.678Z.
final class TestClock: Sendable {
  private let milliseconds = Mutex<Int64>(1_795_273_445_678)

  var now: WireDate { WireDate(milliseconds: milliseconds.withLock { $0 }) }

  func advance(seconds: Int64) {
    milliseconds.withLock { $0 += seconds * 1000 }
  }
}
