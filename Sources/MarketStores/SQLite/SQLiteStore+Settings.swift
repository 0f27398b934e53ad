public import MarketService
import SQLite

extension SQLiteStore {
  /// The version of SQLite.
  public static var libraryVersion: String { Connection.libraryVersion }

  /// The journal mode and the sync level that are in effect, such as `wal` and `full`.
  public func settings() throws -> StoreSettings {
    try translated { try pool.read { try Self.settings(of: $0) } }
  }

  static func settings(
    of connection: Connection
  ) throws(SQLiteError) -> StoreSettings {
    let journal = try connection.first("PRAGMA journal_mode") { $0.text(0) }
    let level = try connection.first("PRAGMA synchronous") { $0.int(0) }
    let names = ["off", "normal", "full", "extra"]
    let name = level.flatMap { names.indices.contains($0) ? names[$0] : nil }
    return StoreSettings(journal: journal ?? "unknown", synchronous: name ?? "unknown")
  }
}
