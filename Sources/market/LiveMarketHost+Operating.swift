import Base
import Foundation
import MarketServer
import MarketService
import MarketStores
import MarketWire
import Messages
import SellerSession

/// What an operator does beside serving.
extension LiveMarketHost {
  func backUp(to file: String, in folder: String?) async throws(HostError) -> HostedBackup {
    let location = try existing(folder)
    guard case .folder = location else {
      return try await Self.blocking {
        HostedBackup(try MarketMove.backUp(location, to: file, clock: { WireDate(Date()) }))
      }
    }
    return try await work(in: folder) { HostedBackup(try $0.backUp(to: file)) }
  }

  func restore(_ file: String, to folder: String?) async throws(HostError) -> HostedBackup {
    let target = try own(folder ?? home)
    return try await Self.blocking {
      HostedBackup(try MarketMove.restore(file, to: target, clock: { WireDate(Date()) }))
    }
  }

  func move(from source: String?, to target: String) async throws(HostError) -> HostedMove {
    let source = try own(existing(source).text)
    let target = try own(target)
    return try await Self.blocking {
      let move = try MarketMove(from: source, to: target, clock: { WireDate(Date()) })
      let moved = try move.run()
      return HostedMove(
        accounts: moved.accounts, listings: moved.listings, pictures: moved.pictures,
        missing: moved.missing)
    }
  }

  func inspect(_ folder: String?) async throws(HostError) -> MarketInspection {
    let path = try existing(folder)
    let found = try await Self.blocking {
      try MarketService.inspect(at: path)
    }
    return MarketInspection(
      schema: found.schema, listings: found.listings,
      damage: found.damage, miscounts: found.miscounts, orphans: found.orphans,
      missing: found.missing, pictures: found.pictures, pictureBytes: found.pictureBytes,
      databaseBytes: found.databaseBytes, freeBytes: found.freeBytes.map { Int(clamping: $0) },
      journal: found.journal, synchronous: found.synchronous)
  }

  func recount(in folder: String?) async throws(HostError) {
    try await work(in: folder) { try $0.recount() }
  }

  func removeMetadata(
    in folder: String?, after listing: Int
  ) async throws(HostError) -> HostedMetadataRemoval {
    try await work(in: folder) { service in
      let removed = try service.removeMetadata(ofListingsAfter: listing)
      return HostedMetadataRemoval(
        last: removed.last, listings: removed.listings, cleaned: removed.cleaned,
        unreadable: removed.unreadable)
    }
  }

  /// The place of a market that exists.
  private func existing(_ folder: String?) throws(HostError) -> MarketLocation {
    let path = try Self.location(folder ?? home)
    guard path.exists else { throw Self.absence(of: path) }
    return path
  }

  /// Why a market is not found: there is none, or its folder cannot be read.
  static func absence(of location: MarketLocation) -> HostError {
    if case .folder(let path) = location, FileManager.default.fileExists(atPath: path) {
      do throws(HostError) {
        _ = try hosted { try MarketService.probe(at: location) }
      } catch {
        return error
      }
    }
    return HostError(.store, "there is no market in \(location.text)")
  }

  private static func blocking<R: Sendable>(
    _ body: @escaping @Sendable () throws -> R
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
