public import MarketService
import MarketStores
public import MarketWire
import Synchronization

/// A model of what `PostgresStore` promises while its server, and the network to it, fail: what was
/// committed stays, a write is done as a whole or not at all, and the client may not learn which.
///
/// Its tables are those of a market in a folder, as a server has them that never loses a commit.
public final class DatabaseModel: MarketStore {
  /// What becomes of a transaction, or of another use of the connection.
  public enum Fate: CaseIterable, Sendable {
    case succeeds
    /// The connection is lost, and a new one is not.
    case connectsAgain
    /// There is no connection.
    case isUnreachable
    /// The connection is lost in a transaction, which the server then rolls back.
    case isLost
    /// The connection is lost while the server commits, which it does not.
    case isLostBeforeCommit
    /// The server commits, and the connection is lost before it says so.
    case isLostAfterCommit
    /// Others hold the lock for too long.
    case isBusy
    /// The server is a standby.
    case isReadOnly
    /// The server's disk is full.
    case isFull
  }

  private let tables: SQLiteStore
  private let nextFate: @Sendable () -> Fate
  /// Whether the last write may have adopted its pictures. A server knows that of each.
  private let mayHaveAdopted = Mutex(false)

  /// Opens the market whose tables are in `folder`; creates it if there is none.
  ///
  /// - Parameter nextFate: decides what becomes of the next use of the connection.
  public init(
    folder: String, clock: @Sendable () -> WireDate,
    nextFate: @escaping @Sendable () -> Fate = { .succeeds }
  ) throws {
    tables = try SQLiteStore(folder: folder, clock: clock)
    self.nextFate = nextFate
  }

  public func read<T>(_ body: (any StoreReader) throws -> T) throws -> T {
    try repeated { try tables.read(body) }
  }

  public func readSlowly<T>(
    timeLimit: Duration, _ body: (any StoreReader) throws -> T
  ) throws -> T {
    try repeated { try tables.readSlowly(timeLimit: timeLimit, body) }
  }

  public func write<T>(
    mayUseReserve: Bool, _ body: (any StoreWriter) throws -> T
  ) throws -> T {
    let fate = nextFate()
    switch fate {
    case .isUnreachable: throw lost
    case .isBusy: throw StoreError.busy
    case .isReadOnly: throw StoreError.readOnly
    case .isFull: throw StoreError.full
    default: break
    }
    let result = try tables.write(mayUseReserve: mayUseReserve) { writer in
      let result = try body(writer)
      if fate == .isLost { throw lost }
      if fate == .isLostBeforeCommit { throw StoreError.outcomeUnknown(detail: "lost") }
      return result
    }
    mayHaveAdopted.withLock { $0 = fate == .isLostAfterCommit }
    if fate == .isLostAfterCommit { throw StoreError.outcomeUnknown(detail: "lost") }
    return result
  }

  private var lost: StoreError { .unreachable(detail: "the connection is lost") }

  /// Runs `body` again after the connection is lost in it, as only a read may.
  private func repeated<T>(_ body: () throws -> T) throws -> T {
    switch nextFate() {
    case .isUnreachable: throw lost
    case .isBusy: throw StoreError.busy
    case .connectsAgain, .isLost:
      _ = try body()
      return try body()
    default: return try body()
    }
  }

  /// A use of the connection beside transactions of listings.
  private func connected<T>(_ body: () throws -> T) throws -> T {
    if nextFate() == .isUnreachable { throw lost }
    return try body()
  }

  public func stage(_ files: [PictureFile]) throws -> StagedPictures {
    try connected { try tables.stage(files) }
  }

  public func restore(
    _ products: [StoredProduct], following count: Int, _ nextFile: () throws -> PictureFile?
  ) throws { try connected { try tables.restore(products, following: count, nextFile) } }

  /// A server that is not reached keeps them for an hour.
  public func discard(_ staged: StagedPictures) {
    guard !mayHaveAdopted.withLock(\.self) else { return }
    try? connected { tables.discard(staged) }
  }

  public func picture(_ path: PicturePath) throws -> [UInt8]? {
    try connected { try tables.picture(path) }
  }

  public func replace(_ file: PictureFile) throws -> Bool {
    try connected { try tables.replace(file) }
  }

  public func pictureHashes(_ paths: [PicturePath]) throws -> [PicturePath: [UInt8]] {
    try connected { try tables.pictureHashes(paths) }
  }

  public func check() throws(StoreError) {
    if nextFate() == .isUnreachable { throw lost }
    try tables.check()
  }

  public func record(_ line: [UInt8]) throws { try connected { try tables.record(line) } }

  public func unfinishedMove() throws -> String? { try connected { try tables.unfinishedMove() } }

  public func setUnfinishedMove(_ text: String?) throws {
    try connected { try tables.setUnfinishedMove(text) }
  }

  public func settings() throws -> StoreSettings { try tables.settings() }

  public func hasSpace() -> Bool { true }
  public func freeBytes() -> Int64? { nil }
  public var connections: StoreConnections? { StoreConnections(inUse: 0, limit: 8) }
  public var slowReaders: Int { 2 }
  public var counters: (any SharedCounters)? { nil }
  public func close() { tables.close() }
}
