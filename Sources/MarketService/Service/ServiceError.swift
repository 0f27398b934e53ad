/// Why a market cannot be opened or its accounts not be changed.
public import MarketStore

/// A failure outside any request.
public enum ServiceError: Error, Hashable, Sendable {
  /// The folder cannot be made, read or written; the reason is the system's.
  case folderNotUsable(path: String, reason: String)
  /// The database in the folder cannot be used.
  case store(StoreError, path: String)
  /// The settings name a public URL that is none.
  case invalidPublicURL(String)
  /// Another account, or a sample shop, has this name.
  case nameTaken(String)
  /// A name is 1 to 40 UTF-16 units without control characters.
  case nameInvalid(String)
  case noSuchAccount(String)
  /// The sample data in the program cannot be read.
  case samplesUnreadable(reason: String)
}

extension ServiceError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .folderNotUsable(let path, let reason): "the folder \(path) cannot be used: \(reason)"
    case .store(let error, let path): "\(path): \(Self.words(for: error))"
    case .invalidPublicURL(let text): "not a URL that begins with http:// or https://: \(text)"
    case .nameTaken(let name): "there is already an account named \(name)"
    case .nameInvalid:
      "an account name has 1 to \(AccountRules.nameLimit) characters and no control characters"
    case .noSuchAccount(let name): "there is no account named \(name)"
    case .samplesUnreadable(let reason): "the sample market cannot be read: \(reason)"
    }
  }

  private static func words(for error: StoreError) -> String {
    switch error {
    case .busy: "another process keeps the market locked"
    case .full: "no space is left on the device"
    case .damaged(let detail): "the market's database is damaged (\(detail))"
    case .notAMarket: "this is not a market's database"
    case .newerSchema(let found, let known):
      "the market was written by a newer version (\(found), this one knows \(known))"
    case .notAccessible(let detail): "the database cannot be read and written (\(detail))"
    case .vendorNameTaken: "there is already an account of that name"
    case .closed: "the market was closed"
    case .failed(let detail): detail
    }
  }
}
