public import MarketWire

/// A line of the account log: what the operator did to an account or to a listing of it.
public struct AccountEvent: Hashable, Sendable {
  /// What was done.
  public enum Action: String, Hashable, Sendable, CaseIterable {
    case add
    case reset
    case disable
    case hide
    case enable
    case rename
    case remove
    case removeListing = "remove-listing"
  }

  /// The action of a hidden line with the time of the last backup.
  public static let backup = "backup"

  /// When it was done.
  public let date: WireDate
  /// What was done.
  public let action: Action
  /// The name of the account at that time.
  public let account: String
  /// The new name, the number of removed listings, or the id and the name of a listing; may be
  /// empty.
  public let detail: String
  /// The operator's reason; may be empty.
  public let reason: String

  public init(
    date: WireDate, action: Action, account: String, detail: String = "", reason: String = ""
  ) {
    self.date = date
    self.action = action
    self.account = account
    self.detail = detail
    self.reason = reason
  }
}

/// How much an account has.
public struct AccountUsage: Hashable, Sendable {
  /// The number of its listings.
  public var listings: Int
  /// The bytes of the pictures of its listings.
  public var bytes: Int

  public init(listings: Int = 0, bytes: Int = 0) {
    self.listings = listings
    self.bytes = bytes
  }
}
