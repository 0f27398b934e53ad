/// What commands need of the market on this machine, in values of the wire only.
public import MarketWire
public import OpenMarketClient

/// A vendor account of a market on this machine.
public struct HostedAccount: Hashable, Sendable {
  public var vendorID: Int
  public var name: String
  /// Known only right after it was made.
  public var credentials: Credentials?
  public var isDisabled: Bool

  public init(vendorID: Int, name: String, credentials: Credentials?, isDisabled: Bool = false) {
    self.vendorID = vendorID
    self.name = name
    self.credentials = credentials
    self.isDisabled = isDisabled
  }
}

/// How to serve a market.
public struct ServeOptions: Hashable, Sendable {
  public var bind: String
  /// 0 takes any free port.
  public var port: Int
  /// The folder of the market; nil is home.
  public var folder: String?
  public var enforcesLimits: Bool
  /// Whether the market offers what the old one did not have.
  public var hasExtensions: Bool
  public var publicURL: String?
  public var connectionsPerAddress: Int?
  /// The files of a certificate and its key, in PEM form; nil serves plain HTTP.
  public var identity: IdentityFiles?

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
    hasExtensions: Bool = true, publicURL: String? = nil, connectionsPerAddress: Int? = nil,
    identity: IdentityFiles? = nil
  ) {
    self.bind = bind
    self.port = port
    self.folder = folder
    self.enforcesLimits = enforcesLimits
    self.hasExtensions = hasExtensions
    self.publicURL = publicURL
    self.connectionsPerAddress = connectionsPerAddress
    self.identity = identity
  }
}

/// What went wrong with a market on this machine, in words that can be shown.
public struct HostError: Error, Hashable, Sendable {
  public enum Code: Hashable, Sendable {
    case nameTaken
    case invalidName
    case noSuchAccount
    /// The store is damaged, locked, of a newer version, or cannot be written.
    case store
    /// The port is taken, the address is not ours, or the certificate cannot be used.
    case address
  }

  public let code: Code
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

/// The markets that this machine can hold. The program has one live implementation.
///
/// `folder` is where a market is kept; nil means home, which is made with its sample listings when
/// it is first needed. Another folder gets a market by a new account, by sample listings and by
/// serving; everything else wants one to be there.
public protocol MarketHost: Sendable {
  /// A transport that answers from home, in the process.
  func homeTransport() async throws(HostError) -> any Transport

  func addAccount(_ name: String, in folder: String?) async throws(HostError) -> HostedAccount
  /// Gives an account a new identifier and secret; the old ones are worth nothing from then on.
  /// A disabled account is taken again.
  func resetAccount(_ name: String, in folder: String?) async throws(HostError) -> HostedAccount
  /// Refuses an account's writes from then on, or takes them again; its listings stay.
  func setAccount(
    _ name: String, isDisabled: Bool, in folder: String?
  ) async throws(HostError)
  func accounts(in folder: String?) async throws(HostError) -> [HostedAccount]

  /// Loads the sample listings, or `count` made-up ones; answers how many were added.
  func loadSamples(count: Int?, in folder: String?) async throws(HostError) -> Int
  /// How many listings of samples and made-up ones there are.
  func sampleCount(in folder: String?) async throws(HostError) -> Int
  /// Removes what ``loadSamples(count:in:)`` added; answers how many listings went.
  func clearSamples(in folder: String?) async throws(HostError) -> Int

  /// How home is kept, and on what. It is not made for that.
  func facts() async throws(HostError) -> HostFacts

  /// Serves until the task is cancelled, then finishes what is running. `ready` is told the
  /// address once it listens, and each request as a line of the log.
  func serve(
    _ options: ServeOptions, ready: @Sendable (_ url: String, _ warning: String?) -> Void,
    log: @escaping @Sendable (String) -> Void
  ) async throws(HostError)
}
