public import MarketService
public import MarketWire
import SQLite
import Synchronization

/// The store of a market in a folder: a SQLite database and picture files, for any number of threads
/// and several processes.
///
/// 1. When `write` returns, its changes are on the disk. When it throws, nothing has changed.
/// 2. A `read` sees one consistent state of the market and never waits for a writer.
/// 3. `page_bucket`, `page_block`, `market_revision.live` and `product` agree after every
///    transaction.
/// 4. A file that no row references any more is listed in `doomed_file` until it is deleted.
public final class SQLiteStore: MarketStore {
  /// The settings of a store.
  public struct Options: Sendable {
    /// The time for which a write waits for another process that writes.
    public var busyTimeout = Duration.seconds(5)
    /// The free bytes of the device below which there is no space for writes.
    public var minimumFreeBytes: Int64 = 64 << 20
    /// Returns the free bytes of a folder's device; nil if unknown.
    public var freeBytes: @Sendable (_ folder: String) -> Int64? = FileSystem.freeBytes(of:)

    /// Creates the default settings.
    public init() {}
  }

  let folder: String
  let pool: ConnectionPool
  let pictures: PictureFolder
  /// Files that were deleted but are still listed as pending deletion.
  ///
  /// The next removal clears the list, which saves a transaction per removal.
  let deletedFiles = Mutex<[String]>([])
  private let options: Options
  private let reserve: DiskReserve
  private let lock: FolderLock
  private let health: HealthCheck

  /// Opens the market in `folder` and migrates its tables; creates it with mode 0700 if there is
  /// none.
  ///
  /// - Parameters:
  ///   - clock: returns the current time.
  ///   - onFailure: receives the error if files that a crash left behind cannot be deleted. The
  ///     next opening tries again.
  public init(
    folder: String, options: Options = Options(), clock: @Sendable () -> WireDate,
    onFailure: (any Error) -> Void = { _ in }
  ) throws(FolderError) {
    self.folder = folder
    self.options = options
    reserve = DiskReserve(folder: folder)
    do throws(FileError) {
      try FileSystem.createFolders(folder)
      lock = try FolderLock(path: "\(folder)/market.lock")
      pictures = try PictureFolder(folder: folder)
    } catch {
      throw .folderNotUsable(path: folder, reason: error.reason)
    }
    try Self.requireDatabase(in: folder)
    let path = Self.database(in: folder)
    pool = try Self.open(path, options, reserve)
    health = HealthCheck(path: path)
    if let free = options.freeBytes(folder), free >= options.minimumFreeBytes { reserve.create() }
    do { try removeLeftovers(clock()) } catch { onFailure(error) }
  }

  /// The path of the database in a folder.
  public static func database(in folder: String) -> String { "\(folder)/market.sqlite" }

  /// Whether `folder` has a market, which may be damaged.
  public static func exists(in folder: String) -> Bool {
    FileSystem.exists(database(in: folder))
  }

  /// The path of the database.
  public var path: String { Self.database(in: folder) }

  /// Each write of a listing raises the revision.
  static func mark(of path: String) -> WriteMark {
    WriteMark(
      path: WriteMark.path(besideDatabase: path),
      numberSQL: "SELECT number FROM market_revision")
  }

  /// Opens the database; on a full disk, after deleting the reserve.
  private static func open(
    _ path: String, _ options: Options, _ reserve: DiskReserve
  ) throws(FolderError) -> ConnectionPool {
    func open() throws(StoreError) -> ConnectionPool {
      do throws(SQLiteError) {
        return try ConnectionPool(
          .file(path), migrator: Schema.migrator, readers: 8, slowReaders: 2,
          busyTimeout: options.busyTimeout, mark: mark(of: path))
      } catch {
        throw StoreError(error)
      }
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

  public func read<T>(_ body: (any StoreReader) throws -> T) throws -> T {
    try translated { try pool.read { try body(SQLiteReader($0, pictures)) } }
  }

  /// The number of connections for `readSlowly`, which has connections of its own, so that other
  /// reads never wait for it.
  public var slowReaders: Int { 2 }

  public func readSlowly<T>(
    timeLimit: Duration, _ body: (any StoreReader) throws -> T
  ) throws -> T {
    try translated {
      try pool.readSlowly(timeLimit: timeLimit) { try body(SQLiteReader($0, pictures)) }
    }
  }

  /// Runs `body` in a transaction as the only writer; commits it, or rolls it back if `body` throws.
  ///
  /// It waits up to 30 s for writers of this process, then `busyTimeout` for other processes. A
  /// write that may use the reserve runs again without it if the disk is full.
  public func write<T>(
    mayUseReserve: Bool, _ body: (any StoreWriter) throws -> T
  ) throws -> T {
    do { return try write(body) } catch let error as StoreError {
      guard mayUseReserve, error.mayBeFull, reserve.release() else { throw error }
      return try write(body)
    }
  }

  /// Runs a write, and deletes the files that it has made unnecessary.
  private func write<T>(_ body: (any StoreWriter) throws -> T) throws -> T {
    let (result, files) = try translated {
      try pool.write(timeout: .seconds(30)) { connection in
        let writer = SQLiteWriter(connection, pictures, clearing: deletedFiles.withLock { $0 })
        return (try body(writer), writer.files)
      }
    }
    pictures.commit(files.adopted)
    if !files.cleared.isEmpty {
      let cleared = Set(files.cleared)
      deletedFiles.withLock { $0.removeAll(where: cleared.contains) }
    }
    if files.hasRemovedSamples {
      // The write is done. What fails here is tried again when the market is opened.
      try? deletePendingFiles()
    } else if !files.unused.isEmpty, pictures.delete(files.unused) {
      // If the files stay because of a backup, they are deleted after it.
      deletedFiles.withLock { $0 += files.unused }
    }
    return result
  }

  /// Deletes all files that no row references any more.
  func deletePendingFiles() throws {
    let pending = try translated { try pool.read { try $0.filesPendingDeletion() } }
    guard !pending.isEmpty, pictures.delete(pending) else { return }
    try translated {
      try pool.write {
        try SQLiteWriter($0, pictures, clearing: []).clearPendingDeletion(of: pending)
      }
    }
  }

  /// Deletes files that a crash left behind, unless another process has the market open.
  private func removeLeftovers(_ now: WireDate) throws {
    guard lock.isExclusive else { return }
    defer { lock.share() }
    let hourAgo = WireDate(milliseconds: now.milliseconds - 3_600_000)
    try translated {
      try pool.read { connection in
        let reader = SQLiteReader(connection, pictures)
        try pictures.removeLeftovers(before: hourAgo) { try reader.isUsed(picture: $0) }
      }
    }
    try deletePendingFiles()
  }

  public func freeBytes() -> Int64? { options.freeBytes(folder) }

  public var connections: StoreConnections? { nil }

  public func hasSpace() -> Bool {
    guard let free = options.freeBytes(folder) else { return true }
    guard free >= options.minimumFreeBytes else { return false }
    // A removal may have used the reserve.
    if free - options.minimumFreeBytes > DiskReserve.bytes { reserve.create() }
    return true
  }

  public func check() throws(StoreError) { try health.run() }

  public func record(_ line: [UInt8]) throws {
    try translated {
      try FileSystem.append(line + [UInt8(ascii: "\n")], to: "\(folder)/removals.jsonl")
    }
  }

  /// The path of the mark of a move.
  static func unfinishedMove(in folder: String) -> String { "\(folder)/moving" }

  public func unfinishedMove() throws -> String? {
    try translated { try FileSystem.read(Self.unfinishedMove(in: folder)) }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  public func setUnfinishedMove(_ text: String?) throws {
    let path = Self.unfinishedMove(in: folder)
    let part = "\(path).part"
    try translated {
      FileSystem.delete(part)
      if let text {
        // The mark is whole or absent, whenever the process is killed.
        try FileSystem.append(Array(text.utf8), to: part)
        try FileSystem.replace(path, with: part)
      } else {
        FileSystem.delete(path)
      }
      try FileSystem.syncAndClose([try FileSystem.openFolder(folder)])
    }
  }

  /// Each process counts for itself: the processes of one folder are on one machine.
  public var counters: (any SharedCounters)? { nil }

  public func close() {
    // After the checkpoint the database file alone is the whole market and can be copied. If it
    // fails, nothing is lost: the next opening reads the write-ahead log.
    _ = try? pool.withWriter(timeout: .zero) { try $0.checkpoint(.passive) }
    pool.close()
    lock.release()
  }

  func translated<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as SQLiteError {
      throw StoreError(error)
    } catch let error as FileError {
      throw error.isFull
        ? StoreError.full : .notAccessible(detail: "\(error.operation): \(error.reason)")
    }
  }
}
