/// The seller's own notes about listings, which no market knows of: one SQLite file.
///
/// 1. Nothing is opened or created before the first use, and reading never creates the file.
/// 2. Several processes may use one file at once; what a call has returned is on the disk.
/// 3. Every note belongs to a market and an account there, and is found under these only.
import Foundation
import MarketWire
import SQLite
import Synchronization

/// A seller's notebook. Its calls read and write a small local file and so may block briefly.
public final class Notebook: Sendable {
  /// Whose listings the notes are about.
  public struct Account: Hashable, Sendable, CustomStringConvertible {
    let market: String
    let shop: String

    /// - Parameters:
    ///   - market: what tells the market from others, such as its base URL.
    ///   - shop: what tells the vendor from others there, such as its number.
    public init(market: String, shop: String) {
      self.market = Folding.composed(market)
      self.shop = Folding.composed(shop)
    }

    /// What tells a vendor may be as good as a secret.
    public var description: String { "\(market) ***" }
  }

  /// Where the file is; nil for a notebook in memory.
  public let path: String?
  private let pool = Mutex<ConnectionPool?>(nil)

  /// A notebook in the file at `path`, or one in memory that ends with the process.
  ///
  /// Missing folders are made with mode 0700 when the first note is written, the file with 0600.
  public init(path: String?) {
    self.path = path
  }

  /// Runs `body` on one view of the file, or answers `nothing` where there is no file yet.
  func reading<T>(
    or nothing: T, _ body: (Connection) throws -> T
  ) throws(NotebookError) -> T {
    guard let pool = try openPool(creating: false) else { return nothing }
    do { return try pool.read(body) } catch { throw NotebookError(error, path: path) }
  }

  /// Runs `body` in a transaction that holds the write lock.
  func writing<T>(_ body: (Connection) throws -> T) throws(NotebookError) -> T? {
    guard let pool = try openPool(creating: true) else { return nil }
    do { return try pool.write(body) } catch { throw NotebookError(error, path: path) }
  }

  /// The open file; nil where it does not exist and is not to be created.
  private func openPool(creating: Bool) throws(NotebookError) -> ConnectionPool? {
    try pool.withLock { open throws(NotebookError) in
      if let open, Self.exists(path) { return open }
      if open != nil {
        // Writing on would go to a file that nobody can find any more.
        open = nil
        throw .removed(path: path ?? "")
      }
      guard creating || Self.exists(path) else { return nil }
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
    return try ConnectionPool(.file(path), migrator: schema, readers: 2)
  }

  /// Released steps never change. The number spells "MKNB".
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
          """)
    ])
}
