public import MarketService
public import MarketWire

/// Backups of markets that are in no folder, by way of one.
extension MarketMove {
  /// Writes a market into a new tar file.
  public static func backUp(
    _ source: MarketLocation, to path: String, clock: @escaping @Sendable () -> WireDate
  ) throws(ServiceError) -> BackupSummary {
    guard !SQLiteStore.fileExists(path) else { throw .fileExists(path: path) }
    let folder = try temporaryFolder(beside: path)
    defer { SQLiteStore.delete(folder: folder.text) }
    let date = clock()
    _ = try MarketMove(from: source, to: folder, clock: clock).run(allowsChanges: true)
    let summary = try ServiceError.translated(path) {
      let store = try SQLiteStore(folder: folder.text, clock: clock)
      defer { store.close() }
      return try store.backUp(to: path, at: date)
    }
    if let store = try? source.open(clock: clock) {
      store.noteBackup(date)
      store.close()
    }
    return summary
  }

  /// Creates a market from a backup, in an empty place.
  public static func restore(
    _ path: String, to target: MarketLocation, clock: @escaping @Sendable () -> WireDate
  ) throws(ServiceError) -> BackupSummary {
    guard case .database = target else { return try MarketService.restore(path, to: target.text) }
    // A part of another restore does not continue, because each one begins new revisions.
    _ = try MarketService.probe(at: target)
    let folder = try temporaryFolder(beside: path)
    defer { SQLiteStore.delete(folder: folder.text) }
    let summary = try MarketService.restore(path, to: folder.text)
    _ = try MarketMove(from: folder, to: target, clock: clock).run()
    return summary
  }

  /// An empty place beside a backup; the market that an interrupted run left there is deleted.
  private static func temporaryFolder(
    beside path: String
  ) throws(ServiceError) -> MarketLocation {
    let folder = "\(path).moving"
    guard !SQLiteStore.fileExists(folder) || SQLiteStore.exists(in: folder) else {
      throw .fileExists(path: folder)
    }
    SQLiteStore.delete(folder: folder)
    return .folder(folder)
  }
}
