public import MarketService
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
    let summary = try ServiceError.translated(location) { try store.backUp(to: path, at: date) }
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
    try ServiceError.translated(folder) { try SQLiteStore.restore(path, to: folder) }
  }

  /// Reads the whole market in `folder` and changes nothing.
  public static func inspect(_ folder: String) throws(ServiceError) -> StoreInspection {
    try ServiceError.translated(folder) { try SQLiteStore.inspect(folder) }
  }
}

extension MarketStore {
  /// Remembers when a backup was made, for the numbers of the server.
  ///
  /// The backup is whole without it, so a market that cannot be written, as on a standby, is no error.
  func noteBackup(_ date: WireDate) { try? write { try $0.setLastBackup(date) } }
}

extension ServiceError {
  /// Runs `body`, whose errors become those of the service.
  ///
  /// - Parameter location: the folder or the URL of the market.
  static func translated<T>(
    _ location: String, _ body: () throws -> T
  ) throws(ServiceError) -> T {
    do { return try body() } catch {
      switch error {
      case let error as ServiceError: throw error
      case let error as FolderError: throw ServiceError(error)
      default: throw .store(StoreError(opening: error), path: location)
      }
    }
  }

  /// The service's error for a folder that cannot be used.
  private init(_ error: FolderError) {
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
