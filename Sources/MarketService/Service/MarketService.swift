/// A market that answers requests: the rules of the API over a store and a shelf of pictures.
///
/// 1. `respond` never traps and never throws: whatever comes in, a well-formed answer goes out.
/// 2. What was answered with 2xx is on the disk.
/// 3. Nothing of an identifier, a secret or the machine stands in an answer.
import MarketStore
public import MarketWire
import Synchronization

/// One market in one folder. Safe to use from any number of threads that may block; several
/// services, in this process or others, may share a folder.
public final class MarketService: Sendable {
  let folder: String
  let configuration: ServiceConfiguration
  let clock: @Sendable () -> WireDate
  let random: @Sendable (Int) -> [UInt8]
  let uuids: UUIDGenerator
  let store: MarketStore
  let shelf: PictureStore
  let gate = LoginThrottle()
  /// Files that were deleted and still stand in the store's list of such; the next removal takes
  /// them off the list, which saves a transaction for each.
  let deleted = Mutex<[String]>([])
  let publicBase: BaseURL?
  private let lock: FolderLock

  /// Opens the market in `folder`, which is made (mode 0700) where there is none.
  ///
  /// - Parameters:
  ///   - clock: the present moment.
  ///   - random: so many bytes that nobody can guess.
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
    do throws(FileError) {
      try FileSystem.createFolders(folder)
      lock = try FolderLock(path: "\(folder)/market.lock")
      shelf = try PictureStore(folder: folder)
    } catch {
      throw .folderNotUsable(path: folder, reason: error.reason)
    }
    let path = Self.database(in: folder)
    do throws(StoreError) {
      store = try MarketStore(path: path, patience: configuration.patience)
    } catch {
      throw .store(error, path: path)
    }
    sweep()
  }

  /// Whether there is a market in `folder`; says nothing of its health.
  public static func exists(in folder: String) -> Bool {
    FileSystem.exists(database(in: folder))
  }

  /// Lets go of the folder. Requests that run at this moment still finish; later ones get 503.
  public func close() {
    store.close()
    lock.release()
  }

  private static func database(in folder: String) -> String { "\(folder)/market.sqlite" }

  /// Takes away what a crash left behind, if nobody else has the market open. That it fails is no
  /// reason not to open the market: the next opener tries again.
  private func sweep() {
    guard lock.isExclusive else { return }
    defer { lock.share() }
    do {
      let hourAgo = WireDate(milliseconds: clock().milliseconds - 3_600_000)
      let doomed = try store.read { reader in
        try shelf.sweep(before: hourAgo) { try reader.isUsed(picture: $0) }
        return try reader.filesPendingDeletion()
      }
      shelf.delete(doomed)
      if !doomed.isEmpty { try store.write { try $0.forget(filesPendingDeletion: doomed) } }
    } catch {
      note(error)
    }
  }

  /// Tells the owner of a failure whose cause no client learns.
  func note(_ error: any Error) {
    configuration.onFailure(serviceError(error))
  }
}
