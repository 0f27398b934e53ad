/// What is remembered from one command to the next: the market in use, variables, the last page.
import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import Notebook
import OpenMarketClient
import Synchronization
import TerminalKit

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
    var currentName: String?
    var network: (any Transport)?
    var isLeaving = false
    var clients: [String: OpenMarketClient] = [:]
    var variables = Variables()
    var options: ProcessOptions?
    var lastAdded: Int?
    var lastList: ListRequest?
    var page: [Int]?
  }

  public let environment: Environment
  public let mode: Mode
  let notebook: Notebook
  let activity: Activity
  let photoDesk = PhotoDesk()
  /// How money is written: as the locale of the environment has it.
  let money: MoneyText
  private let state = Mutex(State())

  public init(environment: Environment, mode: Mode) {
    self.environment = environment
    self.mode = mode
    notebook = Notebook(path: environment.paths.notebook)
    activity = Activity(environment: environment)
    money = MoneyText(locale: EnvironmentLocale.locale(environment.variables))
  }

  /// Reads or changes what is remembered.
  func withState<R: Sendable>(_ body: (inout sending State) -> sending R) -> R {
    state.withLock(body)
  }

  var variables: Variables {
    get { withState { $0.variables } }
    set { withState { $0.variables = newValue } }
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
    for part in Wrapping(width: width, indent: 2).lines(line) {
      try? environment.terminal.write(part + "\n", to: .error)
    }
  }
}
