import MarketStore
public import MarketWire
import Synchronization

/// A market in one folder: the rules of the API over a database and picture files.
///
/// It can be used from any number of threads that may block. Several services, in this process or
/// in others, can share a folder.
///
/// 1. `respond` never traps and never throws: every request gets a valid response.
/// 2. When a response has a 2xx status, the change is on the disk.
/// 3. No response contains an identifier, a secret or details of the machine.
public final class MarketService: Sendable {
  let folder: String
  let configuration: ServiceConfiguration
  let clock: @Sendable () -> WireDate
  let random: @Sendable (Int) -> [UInt8]
  let uuids: UUIDGenerator
  let store: MarketStore
  let pictures: PictureStore
  let pages = PageCache()
  let loginThrottle: LoginThrottle
  let uploads: UploadLimits
  /// The turns of clients in slow reads.
  let searches: FairGate
  let health: HealthMonitor
  let reserve: DiskReserve
  /// Files that were deleted but are still listed as pending deletion.
  ///
  /// The next removal clears the list, which saves a transaction per removal.
  let deletedFiles = Mutex<[String]>([])
  /// The base of picture URLs, if it is configured.
  let publicBase: BaseURL?
  private let lock: FolderLock

  /// Opens the market in `folder`; creates the folder with mode 0700 if there is none.
  ///
  /// - Parameters:
  ///   - clock: returns the current time.
  ///   - random: returns the given number of cryptographically random bytes.
  public init(
    folder: String, configuration: ServiceConfiguration = ServiceConfiguration(),
    clock: @escaping @Sendable () -> WireDate, random: @escaping @Sendable (Int) -> [UInt8]
  ) throws(ServiceError) {
    publicBase = try configuration.publicURL.map { text throws(ServiceError) in
      guard let base = BaseURL(publicURL: text) else { throw .invalidPublicURL(text) }
      return base
    }
    self.folder = folder
    self.configuration = configuration
    self.clock = clock
    self.random = random
    uuids = UUIDGenerator(random: random)
    loginThrottle = LoginThrottle(salt: random(16))
    uploads = UploadLimits(configuration.uploads)
    searches = FairGate(places: MarketStore.slowReaders, waiting: configuration.waitingSearches)
    reserve = DiskReserve(folder: folder)
    do throws(FileError) {
      try FileSystem.createFolders(folder)
      lock = try FolderLock(path: "\(folder)/market.lock")
      pictures = try PictureStore(folder: folder)
    } catch {
      throw .folderNotUsable(path: folder, reason: error.reason)
    }
    let path = Self.database(in: folder)
    guard FileSystem.size(path) ?? 0 > 0 || !FileSystem.hasFiles(in: "\(folder)/pictures") else {
      throw .databaseLost(path: path)
    }
    store = try Self.openStore(path, configuration, reserve)
    health = HealthMonitor(HealthCheck(path: path)) { [configuration] error in
      configuration.onFailure(.store(error, path: path))
    }
    if let free = configuration.freeBytes(folder), free >= configuration.minimumFreeBytes {
      reserve.create()
    }
    removeLeftovers()
  }

  deinit { health.close() }

  /// Opens the database; on a full disk, after deleting the reserve.
  private static func openStore(
    _ path: String, _ configuration: ServiceConfiguration, _ reserve: DiskReserve
  ) throws(ServiceError) -> MarketStore {
    func open() throws(StoreError) -> MarketStore {
      try MarketStore(path: path, busyTimeout: configuration.busyTimeout)
    }
    do throws(StoreError) {
      do throws(StoreError) { return try open() } catch {
        guard error.mayBeFull, reserve.release() else { throw error }
        return try open()
      }
    } catch {
      throw .store(error, path: path)
    }
  }

  /// Checks the database once a second, on a thread of its own, until ``close()``.
  public func watchHealth() {
    health.watch(every: configuration.healthInterval)
  }

  /// Whether a market can be opened with this public URL.
  public static func isPublicURL(_ text: String?) -> Bool {
    text.map { BaseURL(publicURL: $0) != nil } ?? true
  }

  /// Whether `folder` has a market, which may be damaged.
  public static func exists(in folder: String) -> Bool {
    FileSystem.exists(database(in: folder))
  }

  /// Closes the market.
  ///
  /// Running requests still finish; later ones get 503.
  public func close() {
    health.close()
    store.close()
    lock.release()
  }

  static func database(in folder: String) -> String { "\(folder)/market.sqlite" }

  /// Deletes files that a crash left behind, unless another service has the market open.
  ///
  /// A failure does not prevent the opening: the next opening tries again.
  private func removeLeftovers() {
    guard lock.isExclusive else { return }
    defer { lock.share() }
    do {
      let hourAgo = WireDate(milliseconds: clock().milliseconds - 3_600_000)
      let pending = try store.read { reader in
        try pictures.removeLeftovers(before: hourAgo) { try reader.isUsed(picture: $0) }
        return try reader.filesPendingDeletion()
      }
      if !pending.isEmpty, pictures.delete(pending) {
        try store.write { try $0.clearPendingDeletion(of: pending) }
      }
    } catch {
      report(error)
    }
  }

  /// Reports an error to the operator; clients do not learn its cause.
  func report(_ error: any Error) {
    if let error = error as? StoreError { health.remember(error) }
    configuration.onFailure(serviceError(error))
  }

  /// Runs `body` and turns its errors into errors of the service.
  func translated<T>(_ body: () throws -> T) throws(ServiceError) -> T {
    do { return try body() } catch { throw serviceError(error) }
  }

  private func serviceError(_ error: any Error) -> ServiceError {
    switch error {
    case let error as ServiceError: error
    case let error as StoreError: .store(error, path: folder)
    case let error as FileError: .folderNotUsable(path: folder, reason: error.reason)
    default: .store(.failed(detail: "\(error)"), path: folder)
    }
  }
}
