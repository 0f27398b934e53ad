public import MarketService
public import MarketStore
import MarketStores
public import MarketWire

/// Markets in folders.
extension MarketService {
  /// Opens the market in `folder`; creates the folder with mode 0700 if there is none.
  ///
  /// - Parameters:
  ///   - clock: returns the current time.
  ///   - random: returns the given number of cryptographically random bytes.
  public convenience init(
    folder: String, configuration: ServiceConfiguration = ServiceConfiguration(),
    clock: @escaping @Sendable () -> WireDate, random: @escaping @Sendable (Int) -> [UInt8]
  ) throws(ServiceError) {
    try self.init(
      at: .folder(folder), configuration: configuration, clock: clock, random: random)
  }

  /// Whether `folder` has a market, which may be damaged.
  public static func exists(in folder: String) -> Bool { SQLiteStore.exists(in: folder) }

  /// Writes the market into a new tar file, and reads it again to verify it.
  ///
  /// - Throws: `.fileExists`, `.backup`, `.folderNotUsable`, `.store`.
  public func backUp(to path: String) throws(ServiceError) -> BackupSummary {
    guard let store = store as? SQLiteStore else {
      throw .store(.failed(detail: "not a folder"), path: location)
    }
    let date = clock()
    let summary: BackupSummary
    do throws(FolderError) { summary = try store.backUp(to: path, at: date) } catch {
      throw ServiceError(error)
    }
    store.noteBackup(date)
    return summary
  }

  /// Creates the market in `folder` from a backup.
  ///
  /// - Parameter folder: a folder without files, or one that does not exist.
  /// - Throws: `.targetNotEmpty`, `.backup`, `.folderNotUsable`, `.store`.
  public static func restore(
    _ path: String, to folder: String
  ) throws(ServiceError) -> BackupSummary {
    do throws(FolderError) { return try SQLiteStore.restore(path, to: folder) } catch {
      throw ServiceError(error)
    }
  }

  /// Reads the whole market in `folder` and changes nothing.
  public static func inspect(_ folder: String) throws(ServiceError) -> StoreInspection {
    do throws(FolderError) { return try SQLiteStore.inspect(folder) } catch {
      throw ServiceError(error)
    }
  }
}

extension MarketStore {
  /// Remembers when a backup was made, for the numbers of the server.
  ///
  /// The backup is whole without it, so a market that cannot be written, as on a standby, is no error.
  func noteBackup(_ date: WireDate) { try? write { try $0.setLastBackup(date) } }
}

extension ServiceError {
  /// The service's error for a folder that cannot be used.
  init(_ error: FolderError) {
    self =
      switch error {
      case .folderNotUsable(let path, let reason): .folderNotUsable(path: path, reason: reason)
      case .store(let error, let path): .store(error, path: path)
      case .databaseLost(let path): .databaseLost(path: path)
      case .backup(let problem, let path): .backup(problem, path: path)
      case .fileExists(let path): .fileExists(path: path)
      case .targetNotEmpty(let path): .targetNotEmpty(path: path)
      }
  }
}
