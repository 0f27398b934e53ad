import Foundation
import MarketWire
import SQLite
import Synchronization

/// The seller's own codes, stars and notes, and what the seller saw last, in a local SQLite file
/// that no market sees. Calls may block briefly.
///
/// 1. The file is opened at the first use. Reading never creates it.
/// 2. Several processes may use the file at the same time. When a call that writes returns, the
///    change is on disk.
/// 3. A mark beside the file shows that it has lost writes; then it is refused.
/// 4. Every note belongs to an account of a market and is visible only there.
public final class Notebook: Sendable {
  /// The account of a market whose listings the notes describe.
  public struct Account: Hashable, Sendable, CustomStringConvertible {
    let market: String
    let shop: String

    /// - Parameters:
    ///   - market: An identifier of the market, such as its base URL.
    ///   - shop: An identifier of the shop in that market, such as its id.
    public init(market: String, shop: String) {
      self.market = Folding.normalized(market)
      self.shop = Folding.normalized(shop)
    }

    /// The market only, because the identifier of a shop may be a secret.
    public var description: String { "\(market) ***" }
  }

  /// The path of the file, or nil for a notebook in memory.
  public let path: String?
  private let pool = Mutex<ConnectionPool?>(nil)

  /// Creates a notebook that uses the file at `path`, or memory if `path` is nil. The first write
  /// creates missing folders with mode 0700 and the file with mode 0600.
  public init(path: String?) { self.path = path }

  /// Runs `body` on a consistent view of the file, or returns `fallback` if there is no file yet.
  func reading<T>(or fallback: T, _ body: (Connection) throws -> T) throws(NotebookError) -> T {
    guard let pool = try openPool(creating: false) else { return fallback }
    do { return try pool.read(body) } catch { throw NotebookError(error, path: path) }
  }

  /// Runs `body` in a transaction that holds the write lock.
  func writing<T>(_ body: (Connection) throws -> T) throws(NotebookError) -> T? {
    guard let pool = try openPool(creating: true) else { return nil }
    do { return try pool.write(body) } catch { throw NotebookError(error, path: path) }
  }

  /// Reads the whole file, if there is one.
  ///
  /// - Throws: `.damaged` or `.lostWrites` if something of it is damaged or lost.
  public func check() throws(NotebookError) {
    try reading(or: ()) { connection in try connection.checkIntegrity() }
  }

  /// Returns the open file, or nil if it does not exist and should not be created.
  private func openPool(creating: Bool) throws(NotebookError) -> ConnectionPool? {
    try pool.withLock { open throws(NotebookError) in
      if let open, Self.exists(path) { return open }
      if open != nil {
        // The open file was deleted, so further changes would be lost.
        open = nil
        throw .removed(path: path ?? "")
      }
      let isMarked = path.map { Self.mark(beside: $0).number > 0 } ?? false
      guard creating || isMarked || Self.exists(path) else { return nil }
      do {
        open = try Self.openFile(path)
      } catch {
        throw NotebookError(error, path: path)
      }
      return open
    }
  }

  private static func exists(_ path: String?) -> Bool {
    path.map { FileManager.default.fileExists(atPath: $0) } ?? true
  }

  private static func openFile(_ path: String?) throws -> ConnectionPool {
    guard let path else { return try ConnectionPool(.memory, migrator: schema) }
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    return try ConnectionPool(.file(path), migrator: schema, readers: 2, mark: mark(beside: path))
  }

  private static func mark(beside path: String) -> WriteMark {
    WriteMark(path: WriteMark.path(besideDatabase: path))
  }

  /// The schema. Released steps must not change. The application id spells "MKNB".
  private static let schema = Migrator(
    applicationID: 0x4D4B_4E42,
    steps: [
      Migrator.Step(
        "codes",
        script: """
          CREATE TABLE codes (
            market TEXT NOT NULL,
            vendor TEXT NOT NULL,
            code TEXT NOT NULL,
            listing INTEGER NOT NULL,
            PRIMARY KEY (market, vendor, code),
            UNIQUE (market, vendor, listing)
          ) STRICT, WITHOUT ROWID;
          """),
      Migrator.Step(
        "accounts",
        script: """
          CREATE TABLE accounts (
            market TEXT NOT NULL,
            account TEXT NOT NULL,
            vendor INTEGER NOT NULL,
            PRIMARY KEY (market, account)
          ) STRICT, WITHOUT ROWID;
          """),
      Migrator.Step(
        "listings, searches and visits",
        script: """
          CREATE TABLE listings (
            market TEXT NOT NULL,
            vendor TEXT NOT NULL,
            listing INTEGER NOT NULL,
            name TEXT NOT NULL,
            starred_at INTEGER,
            gone_at INTEGER,
            PRIMARY KEY (market, vendor, listing)
          ) STRICT, WITHOUT ROWID;
          CREATE TABLE notes (
            id INTEGER PRIMARY KEY,
            market TEXT NOT NULL,
            vendor TEXT NOT NULL,
            listing INTEGER NOT NULL,
            written_at INTEGER NOT NULL,
            text TEXT NOT NULL,
            rating INTEGER
          ) STRICT;
          CREATE INDEX notes_of_listing ON notes (market, vendor, listing);
          CREATE TABLE searches (
            market TEXT NOT NULL,
            vendor TEXT NOT NULL,
            words TEXT NOT NULL,
            searched_at INTEGER NOT NULL,
            PRIMARY KEY (market, vendor, words)
          ) STRICT, WITHOUT ROWID;
          CREATE TABLE visits (
            market TEXT NOT NULL,
            vendor TEXT NOT NULL,
            number INTEGER NOT NULL,
            previous_end INTEGER,
            highest_id INTEGER NOT NULL,
            previous_revision INTEGER,
            ended_at INTEGER NOT NULL,
            revision INTEGER,
            new_highest_id INTEGER NOT NULL,
            PRIMARY KEY (market, vendor)
          ) STRICT, WITHOUT ROWID;
          CREATE TABLE seen (
            market TEXT NOT NULL,
            vendor TEXT NOT NULL,
            listing INTEGER NOT NULL,
            price TEXT,
            currency TEXT,
            stock INTEGER,
            visit INTEGER NOT NULL,
            base_price TEXT,
            base_currency TEXT,
            base_stock INTEGER,
            base_visit INTEGER,
            seen_at INTEGER NOT NULL,
            PRIMARY KEY (market, vendor, listing)
          ) STRICT, WITHOUT ROWID;
          """),
      WriteMark.step,
    ])
}
