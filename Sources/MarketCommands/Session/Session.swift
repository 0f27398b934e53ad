/// What is remembered from one command to the next: the market in use, variables, the last page.
import CommandLanguage
import DiskCache
import Foundation
import MarketRender
import MarketWire
import Notebook
import OpenMarketClient
import Synchronization
import TerminalKit
import TerminalPictures

/// A seller's session. Commands run one after the other; any thread may look at it.
///
/// 1. A client lives as long as the session: its connections stay open, and what it learned about
///    its market stays known.
/// 2. Files are read when something in them is first needed, and written when it changes.
public final class Session: Sendable {
  /// Where commands come from.
  public enum Mode: Hashable, Sendable {
    /// A person at the prompt: `@last` and `@page` mean something, and pages can be turned.
    case prompt
    /// Arguments, `-c`, a file or standard input.
    case script
  }

  struct State {
    var markets: Markets?
    var settings: Settings?
    /// Whether the settings were found damaged and told of.
    var areSettingsDamaged = false
    var money: MoneyText?
    /// What the terminal said of its background.
    var background: TerminalFacts.Background?
    var currentName: String?
    var network: (any Transport)?
    var isLeaving = false
    var clients: [MarketProfile.Key: OpenMarketClient] = [:]
    var variables = Variables()
    var options: ProcessOptions?
    /// Ids mean something in their own market only, so each is kept with its market.
    var lastAdded: InMarket<Int>?
    var lastList: InMarket<ListRequest>?
    var page: InMarket<[Int]>?
    /// The rows of the last list, where they are all at hand.
    var lastListing: InMarket<ProductListing>?
    /// The last answer that was made of listings, for `again`.
    var lastAnswer: Output?
    var shelves = CollectionCache()
    /// The files of commands that run at this moment, each begun by the one before.
    var running: [String] = []
    /// Scripts that run at this moment, files or not.
    var scripts = 0
    /// What is known of a batch that is only told; nil where commands do what they say.
    var dryRun: DryRun?
    /// Whether the prompt is not there yet.
    var isStarting = false
    var aliases = Aliases()
    /// As `trace` and `timing` said, for as long as the session lasts.
    var trace: TraceChoice?
    var showsTiming: Bool?
    /// Photos on their way whose bytes are not those of their files.
    var preparedPhotos: [String] = []
    /// Markets whose last answer did not come.
    var unreachable: Set<MarketProfile.Key> = []
    /// The commands of the line being run that were done; see ``PortableLine``.
    var performed = HistoryEntry.Outcome(code: 0, ran: "")
    /// What the last error said to type instead, where that can do no harm.
    var proposal: String?
    /// What the terminal said about pictures; nil before it was asked.
    var pictureAnswers: PictureAnswers?
    /// With the limit that was settled when it was last used.
    var diskCache: DiskCache?
    /// What was shown of each market, for completion.
    var shown: [ShownListings.Key: ShownListings] = [:]
  }

  /// What was seen or done in one market.
  struct InMarket<Value: Sendable>: Sendable {
    var market: MarketProfile.Key
    var value: Value
  }

  public let environment: Environment
  public let mode: Mode
  let notebook: Notebook
  let activity: Activity
  let photoPreparer = PhotoPreparer()
  let fileCache = FileCache()
  let pictureLoader: PictureLoader
  let cacheWriter = CacheWriter()
  let revalidationCache = RevalidationCache()
  /// The lines of the prompt; nothing is read before it is first needed.
  public let history: HistoryFile
  private let state = Mutex(State())

  public init(environment: Environment, mode: Mode) {
    self.environment = environment
    self.mode = mode
    notebook = Notebook(path: environment.paths.notebook)
    activity = Activity(environment: environment)
    pictureLoader = PictureLoader(chance: environment.client.random, now: environment.now)
    history = HistoryFile(path: environment.paths.history, now: environment.now)
  }

  /// Reads or changes what is remembered.
  func withState<R: Sendable>(_ body: (inout sending State) -> sending R) -> R {
    state.withLock(body)
  }

  var variables: Variables {
    get { withState { $0.variables } }
    set { withState { $0.variables = newValue } }
  }

  /// What is remembered of the market in use; nil where it is of another market.
  func remembered<Value>(_ path: any KeyPath<State, InMarket<Value>?> & Sendable) throws -> Value? {
    let market = try profile().key
    let kept = withState { $0[keyPath: path] }
    return kept?.market == market ? kept?.value : nil
  }

  /// The options of the command that runs.
  var options: ProcessOptions? {
    get { withState { $0.options } }
    set { withState { $0.options = newValue } }
  }

  /// Whether a question may be asked.
  var canAsk: Bool { (options?.mayAsk ?? true) && environment.terminal.canAsk }

  /// Tells something while a command runs: on stderr, so that data stays clean.
  func report(_ line: String) {
    activity.pause()
    let error = environment.terminal.capabilities(of: .error, environment: environment.variables)
    let width = error.isTerminal ? error.size.columns : .max / 2
    // Names of shops and listings stand in it, and they may hold anything.
    for part in Wrapping(width: width, indent: 2).lines(UntrustedText(line).line) {
      try? environment.terminal.write(part + "\n", to: .error)
    }
  }

  /// Tells a line that has to stay one, so that it can be copied whole from a window of any width.
  func reportWhole(_ line: String) {
    activity.pause()
    try? environment.terminal.write(UntrustedText(line).line + "\n", to: .error)
  }
}
