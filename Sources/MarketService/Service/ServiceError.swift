/// A failure of a market's folder, database or accounts.
public enum ServiceError: Error, Hashable, Sendable {
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
  /// There is no listing with the id.
  case noSuchListing(Int)
  /// The place of a market's data is a URL of an unknown kind.
  case unknownScheme(String)
  /// A move to the market at `path` has not ended.
  case moveNotEnded(path: String)
  /// The target of a move has a market already.
  case moveTargetNotEmpty(String)
  /// A market has changed while it was moved.
  case movedMarketChanged
  /// A moved market differs from its source.
  case moveDiffers
  /// The URL of a database has a password in it.
  case passwordInURL
  /// The configured public URL is not an HTTP URL.
  case invalidPublicURL(String)
  /// Another account or a sample shop has this name, and the new name looks like it.
  case nameTaken(String)
  /// The name does not have 1 to 40 UTF-16 units, shows nothing or has control characters.
  case nameInvalid(String)
  /// A word of the name mixes Latin, Cyrillic and Greek letters.
  case nameMixesScripts(String)
  /// The name has a `/`, or is `.` or `..`, so that no page can have it in its path.
  case nameNotInPaths(String)
  /// There is no account with the name.
  case noSuchAccount(String)
  /// The embedded sample data cannot be read.
  case samplesUnreadable(reason: String)
}
