package import Base
public import Foundation
public import MarketWire
public import Messages
public import OpenMarketClient
public import TerminalKit

/// The external dependencies of a session. The program passes live ones, tests their own.
public struct Environment: Sendable {
  /// The environment variables of the process.
  public var variables: [String: String]
  package var paths: Paths
  /// The folder that relative paths start from.
  public var workingFolder: String
  /// The user's home folder, which `~` refers to.
  public var homeFolder: String
  /// The default name of a shop in a script.
  public var userName: String
  public var timeZone: TimeZone
  public var version: String
  public var language: DisplayLanguage
  public var terminal: any Terminal
  public var host: any MarketHost
  /// Creates the transport to markets on the network, when it is first needed.
  public var connect: @Sendable () -> any Transport
  /// The clock, randomness and limits of the client; the clock also drives progress.
  public var client: ClientConfiguration
  public var now: @Sendable () -> WireDate
  /// Calls the closure on each Ctrl-C until the returned value is released.
  public var onInterrupt: @Sendable (@escaping @Sendable () -> Void) -> InterruptWatch
  /// Calls the closure on the second Ctrl-C, which otherwise ends the process, until the returned value
  /// is released.
  public var onSecondInterrupt: @Sendable (@escaping @Sendable () -> Void) -> InterruptWatch
  /// Starts a pager; returns nil if it cannot be started.
  public var page: @Sendable (PagerRequest) async -> PagerRun?
  /// Opens a text in the seller's own editor.
  public var edit: @Sendable (TextEditRequest) async -> TextEditEnd
  /// Runs another program to its end; returns its exit code, or nil if it could not be run.
  public var execute: @Sendable (ProgramRequest) async -> Int32?
  /// Reads the rest of standard input; returns nil if it cannot be read.
  public var readInput: @Sendable () async -> Data?

  package init(
    variables: [String: String], paths: Paths, workingFolder: String, homeFolder: String,
    userName: String, timeZone: TimeZone, version: String, terminal: any Terminal,
    host: any MarketHost, connect: @escaping @Sendable () -> any Transport,
    client: ClientConfiguration, now: @escaping @Sendable () -> WireDate,
    onInterrupt: @escaping @Sendable (@escaping @Sendable () -> Void) -> InterruptWatch,
    onSecondInterrupt: @escaping @Sendable (@escaping @Sendable () -> Void) -> InterruptWatch = {
      _ in InterruptWatch {}
    },
    page: @escaping @Sendable (PagerRequest) async -> PagerRun? = { _ in nil },
    edit: @escaping @Sendable (TextEditRequest) async -> TextEditEnd = { _ in .notStarted },
    execute: @escaping @Sendable (ProgramRequest) async -> Int32? = { _ in nil },
    readInput: @escaping @Sendable () async -> Data? = { Data() },
    language: DisplayLanguage = DisplayLanguage(.english)
  ) {
    self.variables = variables
    self.paths = paths
    self.workingFolder = workingFolder
    self.homeFolder = homeFolder
    self.userName = userName
    self.timeZone = timeZone
    self.version = version
    self.terminal = terminal
    self.host = host
    self.connect = connect
    self.client = client
    self.now = now
    self.onInterrupt = onInterrupt
    self.onSecondInterrupt = onSecondInterrupt
    self.page = page
    self.edit = edit
    self.execute = execute
    self.readInput = readInput
    self.language = language
  }

  /// The texts in the language of the user.
  public var catalog: MessageCatalog { language.catalog }

  /// Time since the session began.
  package var uptime: Duration { client.clock.elapsed() }

  /// The absolute form of `path`: `~` is the home folder, and a relative path starts in the working
  /// folder. It has no `.` between its parts; `..` stays, because a link may be before it.
  public func absolute(_ path: String) -> String {
    if path == "~" { return homeFolder }
    if path.hasPrefix("~/") { return homeFolder + path.dropFirst(1) }
    var absolute = path.hasPrefix("/") ? path : "\(workingFolder)/\(path)"
    while absolute.contains("/./") { absolute = absolute.replacing("/./", with: "/") }
    return absolute.hasSuffix("/.") ? String(absolute.dropLast(2)) : absolute
  }
}
