public import MarketService

/// A failure of a market's folder.
public enum FolderError: Error, Hashable, Sendable {
  /// The folder cannot be created, read or written; `reason` is the system's error message.
  case folderNotUsable(path: String, reason: String)
  /// The database at `path` cannot be used.
  case store(StoreError, path: String)
  /// The database at `path` is absent or empty, but there are pictures of a market.
  case databaseLost(path: String)
  /// A backup at `path` cannot be used, or could not be verified.
  case backup(BackupProblem, path: String)
  /// There is a file already where a backup should be written.
  case fileExists(path: String)
  /// The folder for a restored market has files.
  case targetNotEmpty(path: String)
}
