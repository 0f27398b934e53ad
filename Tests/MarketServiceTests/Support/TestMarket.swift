import Foundation
import MarketService
import MarketWire
import Synchronization

/// A market in a temporary folder, which is deleted together with it.
final class TestMarket: Sendable {
  let folder: String
  let service: MarketService
  let clock = TestClock()

  init(_ configure: (inout ServiceConfiguration) -> Void = { _ in }) throws {
    folder = NSTemporaryDirectory() + "market-\(UUID().uuidString)"
    service = try Self.open(folder, clock, configure)
  }

  deinit {
    service.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Opens another service on the same folder.
  func another(
    _ configure: (inout ServiceConfiguration) -> Void = { _ in }
  ) throws -> MarketService {
    try Self.open(folder, clock, configure)
  }

  func respond(_ request: HTTPRequest) -> HTTPResponse { service.respond(request) }

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
    _ folder: String, _ clock: TestClock, _ configure: (inout ServiceConfiguration) -> Void
  ) throws(ServiceError) -> MarketService {
    var configuration = ServiceConfiguration()
    configure(&configuration)
    return try MarketService(
      folder: folder, configuration: configuration, clock: { clock.now },
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
