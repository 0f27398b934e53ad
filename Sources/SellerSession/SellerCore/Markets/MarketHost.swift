public import Messages
public import OpenMarketClient

/// How to serve a market.
public struct ServeOptions: Hashable, Sendable {
  public var bind: String
  /// The port; 0 picks any free port.
  public var port: Int
  /// The folder of the market; nil is home.
  public var folder: String?
  public var enforcesLimits: Bool
  /// Whether the market offers the extensions that the original one did not have.
  public var hasExtensions: Bool
  /// Whether buyers get pages of the market.
  public var hasShopWindow: Bool
  /// Whether search engines may show these pages.
  public var isIndexed = true
  /// The name of the market on these pages; nil for the usual one.
  public var marketName: String?
  /// The folder with the operator's texts for these pages; nil for none.
  public var pagesFolder: String?
  /// Where buyers report a listing: an address of mail, or a URL.
  public var reportAddress: String?
  /// The origins of web apps that may read, and those that may write, too.
  public var readingOrigins: [String] = []
  public var writingOrigins: [String] = []
  public var publicURL: String?
  public var connectionsPerAddress: Int?
  /// The networks of trusted proxies in CIDR form, such as `10.0.0.0/8`.
  public var trustedProxies: [String]
  /// The header in which proxies forward the address of a client; nil is `X-Forwarded-For`.
  public var forwardedHeader: String?
  /// The PEM files of a certificate and its key; nil serves plain HTTP.
  public var identity: IdentityFiles?
  public var log: LogFormat
  /// The bounds of each account.
  public var accountBounds = AccountBounds()
  /// For how many seconds the server still serves after a request to end, while its health check says
  /// that it does not; nil is 5 behind a trusted proxy, and 0 otherwise.
  public var drain: Int?
  /// Whether there must be a market already, so that none is created in a folder whose disk is not
  /// mounted.
  public var requiresMarket = false
  /// Where only the numbers for Prometheus are; nil has them beside the market, for this machine only.
  public var metrics: Address?

  /// A numeric address, or `localhost`, and a port; 0 picks any free one.
  public struct Address: Hashable, Sendable {
    public let host: String
    public let port: Int

    public init(host: String, port: Int) {
      self.host = host
      self.port = port
    }
  }

  /// The form of the lines about requests.
  public enum LogFormat: String, CaseIterable, Hashable, Sendable {
    case text, json, combined, off
  }

  /// The two files that HTTPS needs.
  public struct IdentityFiles: Hashable, Sendable {
    public var certificate: String
    public var key: String

    public init(certificate: String, key: String) {
      self.certificate = certificate
      self.key = key
    }
  }

  public init(
    bind: String, port: Int, folder: String?, enforcesLimits: Bool = true,
    hasExtensions: Bool = true, hasShopWindow: Bool = true, publicURL: String? = nil,
    connectionsPerAddress: Int? = nil,
    trustedProxies: [String] = [], forwardedHeader: String? = nil, identity: IdentityFiles? = nil,
    log: LogFormat = .text
  ) {
    self.bind = bind
    self.port = port
    self.folder = folder
    self.enforcesLimits = enforcesLimits
    self.hasExtensions = hasExtensions
    self.hasShopWindow = hasShopWindow
    self.publicURL = publicURL
    self.connectionsPerAddress = connectionsPerAddress
    self.trustedProxies = trustedProxies
    self.forwardedHeader = forwardedHeader
    self.identity = identity
    self.log = log
  }
}

/// An error of a market on this machine, with a message that can be shown.
public struct HostError: Error, Hashable, Sendable {
  public enum Code: Hashable, Sendable {
    case nameTaken
    case invalidName
    case noSuchAccount
    case noSuchListing
    /// A backup that cannot be written, read or restored.
    case backup
    /// The store is damaged, locked, from a newer version, or not writable.
    case store
    /// The port is taken, the address is not of this machine, or the certificate cannot be used.
    case address
  }

  public let code: Code
  public let message: Message
  /// Errors that were found together with this one.
  public var others: [Message] = []

  public init(_ code: Code, _ message: Message) {
    self.code = code
    self.message = message
  }
}

/// What ``MarketHost/check(_:isWhole:)`` has found.
public struct ServeFindings: Hashable, Sendable {
  /// What prevents serving.
  public var errors: [HostError] = []
  /// What is doubtful.
  public var warnings: [Message] = []

  public init() {}

  /// All errors as one; nil if there is none.
  public var error: HostError? {
    guard var first = errors.first else { return nil }
    first.others = errors.dropFirst().map(\.message)
    return first
  }
}

/// The markets on this machine. The program has one live implementation.
///
/// `folder` is the folder of a market or a `postgresql://` URL; nil means home, which is created with its sample listings
/// when it is first needed. In another folder, a market is created by adding an account, loading
/// sample listings or serving; everything else requires an existing market.
public protocol MarketHost: Sendable {
  /// Returns a transport that answers from home, within the process.
  func homeTransport() async throws(HostError) -> any Transport

  func addAccount(_ name: String, in folder: String?) async throws(HostError) -> HostedAccount
  /// Gives an account a new identifier and secret; the old ones become invalid. A disabled account
  /// stays disabled.
  func resetAccount(_ name: String, in folder: String?) async throws(HostError) -> HostedAccount
  /// Renames an account, and returns its new name.
  func renameAccount(
    _ name: String, to new: String, in folder: String?
  ) async throws(HostError) -> String
  /// Disables an account, which refuses its writes, or enables it again. Its listings stay, or are
  /// hidden until it is enabled.
  func setAccount(
    _ name: String, isDisabled: Bool, hides: Bool, reason: String, in folder: String?
  ) async throws(HostError)
  /// Removes an account with its listings, and returns their number.
  func removeAccount(
    _ name: String, reason: String, in folder: String?
  ) async throws(HostError) -> Int
  /// Returns the last lines of the account log, oldest first.
  func accountEvents(limit: Int, in folder: String?) async throws(HostError) -> [HostedEvent]
  func accounts(in folder: String?) async throws(HostError) -> [HostedAccount]

  /// Loads the sample listings, or `count` generated ones, and returns how many were added.
  func loadSamples(count: Int?, in folder: String?) async throws(HostError) -> Int
  /// Returns the number of sample and generated listings.
  func sampleCount(in folder: String?) async throws(HostError) -> Int
  /// Removes what ``loadSamples(count:in:)`` added and returns how many listings were removed.
  func clearSamples(in folder: String?) async throws(HostError) -> Int

  /// The commit that the program was built from; nil if it is unknown.
  var commit: String? { get }

  /// Returns facts about home and the system. Does not create home.
  func facts() async throws(HostError) -> HostFacts

  /// Writes a market into a new file; it may be served in the meantime.
  func backUp(to file: String, in folder: String?) async throws(HostError) -> HostedBackup
  /// Creates a market from a backup, in a folder without files.
  func restore(_ file: String, to folder: String?) async throws(HostError) -> HostedBackup
  /// Moves a market, home if `source` is nil, to an empty place, and compares the two.
  func move(from source: String?, to target: String) async throws(HostError) -> HostedMove
  /// Reads the whole market and changes nothing.
  func inspect(_ folder: String?) async throws(HostError) -> MarketInspection
  /// Counts again what a market counts; it may be served in the meantime.
  func recount(in folder: String?) async throws(HostError)
  /// Removes the metadata of the stored pictures of a few listings after one, and returns what it did
  /// and the last of these listings; the market may be served in the meantime.
  func removeMetadata(
    in folder: String?, after listing: Int
  ) async throws(HostError) -> HostedMetadataRemoval
  /// Removes listings of any shops, notes the reason in the market, and returns the listings; if
  /// one does not exist, none is removed.
  func removeListings(
    _ ids: [Int], reason: String, in folder: String?
  ) async throws(HostError) -> [HostedListing]

  /// Whether there is a market in a folder; true for home and for databases, where one is created.
  func exists(in folder: String?) throws(HostError) -> Bool

  /// Checks what ``serve(_:ready:log:)`` needs, without serving and without creating or changing a
  /// market.
  ///
  /// - Parameter isWhole: whether the whole database is read.
  func check(_ options: ServeOptions, isWhole: Bool) async -> ServeFindings

  /// Serves until the task is cancelled, then finishes the running requests. Calls `ready` with the
  /// address once it listens, and passes on each request as a log line.
  ///
  /// What ``check(_:isWhole:)`` finds without reading the whole database prevents it, too.
  func serve(
    _ options: ServeOptions, ready: @Sendable (_ url: String, _ warnings: [Message]) -> Void,
    log: @escaping @Sendable (String) -> Void
  ) async throws(HostError)
}
