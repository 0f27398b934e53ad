public import MarketStore

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
  /// There is no account with the name.
  case noSuchAccount(String)
  /// The embedded sample data cannot be read.
  case samplesUnreadable(reason: String)
}

extension ServiceError: CustomStringConvertible {
  /// A message for the operator of the market.
  public var description: String {
    switch self {
    case .folderNotUsable(let path, let reason): "cannot use the folder \"\(path)\": \(reason)"
    case .store(let error, let path): "cannot use \"\(path)\": \(Self.description(of: error))"
    case .databaseLost(let path):
      "there are pictures of a market, but its database \"\(path)\" is missing or empty: restore a"
        + " copy of the database, or move the folder to start with an empty market"
    case .backup(let problem, let path): "cannot use the backup \"\(path)\": \(problem)"
    case .fileExists(let path): "the file \"\(path)\" exists"
    case .targetNotEmpty(let path): "the folder \"\(path)\" has files"
    case .noSuchListing(let id): "there is no listing \(id)"
    case .unknownScheme(let scheme):
      "a market is in a folder or at postgresql://, not at \(scheme)://"
    case .moveNotEnded(let path): "a move to \"\(path)\" has not ended"
    case .moveTargetNotEmpty(let path): "there is a market already at \"\(path)\""
    case .movedMarketChanged: "the market has changed since the move began"
    case .moveDiffers: "the moved market differs from its source"
    case .passwordInURL:
      "the URL of the database has a password: use PGPASSFILE or a service file instead"
    case .invalidPublicURL(let text): "\"\(text)\" is not an http:// or https:// URL"
    case .nameTaken(let name): "there is already an account named \"\(name)\""
    case .nameInvalid:
      "an account name has 1 to \(AccountRules.nameLimit) characters, a visible one and no control"
        + " characters"
    case .nameMixesScripts: "a word of an account name has letters of one alphabet"
    case .noSuchAccount(let name): "there is no account named \"\(name)\""
    case .samplesUnreadable(let reason): "the sample data is damaged: \(reason)"
    }
  }

  private static func description(of error: StoreError) -> String {
    switch error {
    case .busy: "another process has locked the market"
    case .full: "the disk is full"
    case .damaged(let detail): "the database is damaged (\(detail))"
    case .notAMarket: "this is not a market's database"
    case .newerSchema(let found, let known):
      "the market was written by a newer version (schema \(found), this version supports \(known))"
    case .notAccessible(let detail): "the database cannot be read or written (\(detail))"
    case .unreachable(let detail): "the database cannot be reached (\(detail))"
    case .readOnly: "the database is read-only; it may be a standby"
    case .outcomeUnknown(let detail):
      "the database was lost while it stored a change (\(detail))"
    case .vendorNameTaken: "the account name is taken"
    case .tooSlow: "a read took too long"
    case .closed: "the market is closed"
    case .failed(let detail): detail
    }
  }
}
