/// A failure of the store.
///
/// The transaction was rolled back, except after `.outcomeUnknown`.
public enum StoreError: Error, Hashable, Sendable {
  /// Another writer locked the market for longer than the timeout.
  case busy
  /// No space is left on the device.
  case full
  /// The file is a market with damaged content.
  case damaged(detail: String)
  /// The file is not a market.
  case notAMarket
  /// A newer version of the program wrote the market; both schema versions are given.
  case newerSchema(found: Int, known: Int)
  /// The file or its folder cannot be opened, read or written.
  case notAccessible(detail: String)
  /// The server of the database cannot be reached, or it refuses to work for now.
  case unreachable(detail: String)
  /// The database takes no writes: its server is a standby, or is set to that.
  case readOnly
  /// The connection was lost while the server committed a write, which it may have done.
  case outcomeUnknown(detail: String)
  /// A vendor of this name exists.
  case vendorNameTaken
  /// A slow read took longer than its time limit.
  case tooSlow
  /// The store is closed.
  case closed
  /// Any other error, in the words of the database.
  case failed(detail: String)
}

extension StoreError {
  /// Whether a full disk can be the cause: SQLite cannot create its shared memory then, either.
  public var mayBeFull: Bool {
    switch self {
    case .full, .notAccessible: true
    default: false
    }
  }

  /// Whether the database itself is damaged, so that trying again does not help.
  public var isDamage: Bool {
    switch self {
    case .damaged, .notAMarket, .newerSchema, .failed: true
    case .busy, .full, .notAccessible, .unreachable, .readOnly, .outcomeUnknown, .vendorNameTaken,
      .tooSlow, .closed:
      false
    }
  }
}
