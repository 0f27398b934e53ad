/// Why the store could not do something, as facts that know no database.

/// A failure of the store; whatever was begun was taken back.
public enum StoreError: Error, Hashable, Sendable {
  /// Another writer kept the market locked for longer than the waiting time.
  case busy
  /// No space is left on the device.
  case full
  /// The file is a market whose content is damaged.
  case damaged(detail: String)
  /// The file is something else than a market.
  case notAMarket
  /// The market was written by a newer program: its schema version, and the newest known here.
  case newerSchema(found: Int, known: Int)
  /// The file or its folder cannot be opened, read or written.
  case notAccessible(detail: String)
  /// A vendor of this name exists already.
  case vendorNameTaken
  /// The store was closed.
  case closed
  /// Anything else, in the database's own words; never a text for users.
  case failed(detail: String)
}
