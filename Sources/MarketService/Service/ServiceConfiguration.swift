/// The settings of a market; the defaults suit a market on the operator's own machine.
public struct ServiceConfiguration: Sendable {
  /// Whether the documented limits are enforced (API 1.5, 7.2).
  ///
  /// Without them the market accepts what the training server accepted: short or missing texts,
  /// price 0, a discount above the price.
  public var enforcesLimits = true
  /// Whether the market offers the extensions: idempotency keys, filters, sorting, exact dates,
  /// revisions, summaries (API 7).
  ///
  /// Without them it responds as the training server did.
  public var hasExtensions = true
  /// Whether the market has pages for buyers: the list at `/`, and a page for each listing.
  public var hasShopWindow = true
  /// What these pages say of the market.
  public var site = WindowSite()
  /// The base of picture URLs, such as `https://market.example.com`; nil uses the scheme and host
  /// of each request, see ``MarketService/admit(_:from:scheme:host:)``.
  public var publicURL: String?
  /// The web apps of other origins that may use the market; none by default.
  public var crossOrigin = CrossOrigin()
  /// Whether requests arrive over TLS, so that picture URLs start with `https`.
  public var isTLS = false
  /// The time for which a write waits for another process that writes, before it gets 503.
  public var busyTimeout = Duration.seconds(5)
  /// The free bytes of the device below which writes get 507, except for removals and replays.
  public var minimumFreeBytes: Int64 = 64 << 20
  /// The time for which a search waits for its turn, and the time after which it is ended.
  public var searchTimeLimit = Duration.seconds(5)
  /// The number of searches that may wait.
  public var waitingSearches = 64
  /// The time between two checks of the database, if the service watches it.
  public var healthInterval = Duration.seconds(1)
  /// The bounds of each account; nil for a market of one seller.
  public var accountLimits: AccountLimits?
  /// The limits for the memory of uploads.
  var uploads = UploadSettings()
  /// Returns the free bytes of a folder's device, or nil if unknown; nil asks the system.
  public var freeBytes: (@Sendable (_ folder: String) -> Int64?)?
  /// Receives the cause of each 500 response and of each failed health check, on the thread of the
  /// request.
  ///
  /// The error has file names and SQL statements, but no values of a request.
  public var onFailure: @Sendable (ServiceError) -> Void = { _ in }

  public init() {}
}
