/// Everything live that commands depend on, handed in as one value.
public import Foundation
package import LocalFiles
public import MarketWire
public import OpenMarketClient
public import TerminalKit

/// The world around a session. The program fills it with live things, tests with their own.
public struct Environment: Sendable {
  /// The environment variables of the process.
  public var variables: [String: String]
  package var paths: Paths
  /// The folder that relative paths start from.
  public var workingFolder: String
  /// The user's home folder, which `~` stands for.
  public var homeFolder: String
  /// The name that a shop gets in a script when nothing else was said.
  public var userName: String
  public var timeZone: TimeZone
  public var version: String
  public var terminal: any Terminal
  public var host: any MarketHost
  /// A transport to markets on the network, made when the first is needed.
  public var connect: @Sendable () -> any Transport
  /// Clock, chance and limits of the client; the clock also drives progress.
  public var client: ClientConfiguration
  public var now: @Sendable () -> WireDate
  /// Calls the closure on each Ctrl-C until the value that it answers is let go.
  public var onInterrupt: @Sendable (@escaping @Sendable () -> Void) -> InterruptWatch
  /// Starts a pager; nil where it cannot be.
  public var page: @Sendable (PagerRequest) async -> PagerRun?
  /// Lets the seller's own editor change a text.
  public var edit: @Sendable (TextEditRequest) async -> TextEditEnd
  /// All that standard input still holds; nil where it cannot be read.
  public var readInput: @Sendable () async -> Data?

  package init(
    variables: [String: String], paths: Paths, workingFolder: String, homeFolder: String,
    userName: String, timeZone: TimeZone, version: String, terminal: any Terminal,
    host: any MarketHost, connect: @escaping @Sendable () -> any Transport,
    client: ClientConfiguration, now: @escaping @Sendable () -> WireDate,
    onInterrupt: @escaping @Sendable (@escaping @Sendable () -> Void) -> InterruptWatch,
    page: @escaping @Sendable (PagerRequest) async -> PagerRun? = { _ in nil },
    edit: @escaping @Sendable (TextEditRequest) async -> TextEditEnd = { _ in .notStarted },
    readInput: @escaping @Sendable () async -> Data? = { Data() }
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
    self.page = page
    self.edit = edit
    self.readInput = readInput
  }

  /// Time since the session began.
  package var uptime: Duration { client.clock.elapsed() }

  /// `path` as the file system takes it: `~` is the home folder, anything relative starts in the
  /// working folder.
  public func absolute(_ path: String) -> String {
    if path == "~" { return homeFolder }
    if path.hasPrefix("~/") { return homeFolder + path.dropFirst(1) }
    return path.hasPrefix("/") ? path : "\(workingFolder)/\(path)"
  }
}

/// Ends a watch for Ctrl-C when it is let go.
public final class InterruptWatch: Sendable {
  private let end: @Sendable () -> Void

  public init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }
}
