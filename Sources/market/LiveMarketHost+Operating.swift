import Foundation
import MarketLocations
import MarketServer
import MarketService
import MarketStore
import MarketWire
import Messages
import SellerSession
import Threads

/// What an operator does beside serving.
extension LiveMarketHost {
  func backUp(to file: String, in folder: String?) async throws(HostError) -> HostedBackup {
    let location = try existing(folder)
    guard case .folder = location else {
      return try await Self.blocking { () throws(ServiceError) in
        HostedBackup(try MarketMove.backUp(location, to: file, clock: { WireDate(Date()) }))
      }
    }
    return try await work(in: folder) { service throws(ServiceError) in
      HostedBackup(try service.backUp(to: file))
    }
  }

  func restore(_ file: String, to folder: String?) async throws(HostError) -> HostedBackup {
    let target = try own(folder ?? home)
    return try await Self.blocking { () throws(ServiceError) in
      HostedBackup(try MarketMove.restore(file, to: target, clock: { WireDate(Date()) }))
    }
  }

  func move(from source: String?, to target: String) async throws(HostError) -> HostedMove {
    let source = try own(existing(source).text)
    let target = try own(target)
    return try await Self.blocking { () throws(ServiceError) in
      let move = try MarketMove(from: source, to: target, clock: { WireDate(Date()) })
      let moved = try move.run()
      return HostedMove(
        accounts: moved.accounts, listings: moved.listings, pictures: moved.pictures,
        missing: moved.missing)
    }
  }

  func inspect(_ folder: String?) async throws(HostError) -> MarketInspection {
    let path = try existing(folder)
    let found = try await Self.blocking { () throws(ServiceError) in
      try MarketService.inspect(at: path)
    }
    return MarketInspection(
      schema: found.schema, listings: found.listings,
      damage: found.damage, orphans: found.orphans, missing: found.missing,
      pictures: found.pictures, pictureBytes: found.pictureBytes,
      databaseBytes: found.databaseBytes, freeBytes: found.freeBytes.map { Int(clamping: $0) },
      journal: found.journal, synchronous: found.synchronous)
  }

  func removeMetadata(
    in folder: String?, after listing: Int
  ) async throws(HostError) -> HostedMetadataRemoval {
    try await work(in: folder) { service throws(ServiceError) in
      let removed = try service.removeMetadata(ofListingsAfter: listing)
      return HostedMetadataRemoval(
        last: removed.last, listings: removed.listings, cleaned: removed.cleaned,
        unreadable: removed.unreadable)
    }
  }

  func check(_ options: ServeOptions) async throws(HostError) {
    let identity = try options.identity.map(Self.identity)
    var configuration = serverConfiguration(options, identity, try Self.proxies(options))
    guard MarketService.isPublicURL(options.publicURL) else {
      throw HostError(.invalidPublicURL(options.publicURL ?? ""))
    }
    // The first start creates a market.
    let path = try Self.location(options.folder ?? home)
    if path.exists {
      let found = try await inspect(options.folder)
      guard found.damage.isEmpty else {
        let damage = found.damage.prefix(3).joined(separator: "; ")
        throw HostError(.store, "the database in \(path.text) is damaged: \(damage)")
      }
    }
    // The ports of the settings may belong to the server that runs now.
    configuration.port = 0
    configuration.listeningDescriptor = nil
    try await Self.check(configuration) { HostError($0, options) }
    if let address = options.metrics {
      try await Self.check(.metrics(at: address.host, port: 0)) { HostError(metrics: $0, options) }
    }
  }

  private static func check(
    _ configuration: ServerConfiguration, _ failed: (ServerError) -> HostError
  ) async throws(HostError) {
    let server = HTTPServer(configuration: configuration) { _, _ in
      .refuse(.text("", status: 503))
    }
    do throws(ServerError) { _ = try server.start() } catch { throw failed(error) }
    await runOnNewThread { server.stop() }
  }

  /// The place of a market that exists.
  private func existing(_ folder: String?) throws(HostError) -> MarketLocation {
    let path = try Self.location(folder ?? home)
    guard path.exists else {
      throw HostError(.store, "there is no market in \(path.text)")
    }
    return path
  }

  private static func blocking<R: Sendable>(
    _ body: @escaping @Sendable () throws(ServiceError) -> R
  ) async throws(HostError) -> R {
    try await runOnNewThread { () throws(HostError) in try hosted(body) }
  }
}

extension HostedBackup {
  fileprivate init(_ backup: BackupSummary) {
    self.init(
      listings: backup.listings, pictures: backup.pictures, missing: backup.missing,
      bytes: backup.bytes)
  }
}
