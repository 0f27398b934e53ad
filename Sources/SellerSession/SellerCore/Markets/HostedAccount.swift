public import MarketWire

/// A vendor account of a market on this machine.
public struct HostedAccount: Hashable, Sendable {
  public var vendorID: Int
  public var name: String
  /// Known only right after the account was created.
  public var credentials: Credentials?
  public var isDisabled: Bool
  /// What is known about an account of a list; nil otherwise.
  public var usage: Usage?

  /// What an account has, and when it was used.
  public struct Usage: Hashable, Sendable {
    public var isHidden: Bool
    public var createdAt: WireDate
    /// The day on which its credentials were last used.
    public var lastUsed: WireDate?
    public var listings: Int
    /// The bytes of its pictures.
    public var bytes: Int

    public init(
      isHidden: Bool, createdAt: WireDate, lastUsed: WireDate?, listings: Int, bytes: Int
    ) {
      self.isHidden = isHidden
      self.createdAt = createdAt
      self.lastUsed = lastUsed
      self.listings = listings
      self.bytes = bytes
    }
  }

  public init(
    vendorID: Int, name: String, credentials: Credentials?, isDisabled: Bool = false,
    usage: Usage? = nil
  ) {
    self.vendorID = vendorID
    self.name = name
    self.credentials = credentials
    self.isDisabled = isDisabled
    self.usage = usage
  }
}

/// A line of the account log of a market.
public struct HostedEvent: Hashable, Sendable {
  public var date: WireDate
  /// What was done, in the word of the command: `add`, `remove-listing`.
  public var action: String
  public var account: String
  public var detail: String
  public var reason: String

  public init(date: WireDate, action: String, account: String, detail: String, reason: String) {
    self.date = date
    self.action = action
    self.account = account
    self.detail = detail
    self.reason = reason
  }
}

/// The bounds of each account of a served market.
public struct AccountBounds: Hashable, Sendable {
  public var listings = 20_000
  /// The bytes of all pictures.
  public var bytes = 5_000_000_000
  public var addsPerMinute = 6_000

  public init() {}
}
