/// What the store can tell of how it keeps its rows.
import SQLite

extension MarketStore {
  /// The version of SQLite.
  public static var libraryVersion: String { Connection.libraryVersion }

  /// The journal mode and the word for when it is synced, as they are in force.
  public func settings() throws -> (journal: String, synchronous: String) {
    try read { reader in
      let journal = try reader.connection.first("PRAGMA journal_mode") { $0.text(0) }
      let level = try reader.connection.first("PRAGMA synchronous") { $0.int(0) }
      let words = ["off", "normal", "full", "extra"]
      let word = level.flatMap { words.indices.contains($0) ? words[$0] : nil }
      return (journal ?? "unknown", word ?? "unknown")
    }
  }
}
