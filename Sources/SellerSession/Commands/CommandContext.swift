package import Formatting
package import MarketRender
package import Messages
import SellerFiles

/// The options, the output destination and the session objects of one command run. It is immutable.
package struct CommandContext: Sendable {
  package let options: ProcessOptions
  package let scope: CommandScope
  package let console: Console
  package let market: CurrentMarket
  package let session: SellerSession
  package let shell: any ShellServices

  package init(
    _ options: ProcessOptions, scope: CommandScope, session: SellerSession,
    shell: any ShellServices, source: ReadSource? = nil
  ) {
    self.options = options
    self.scope = scope
    self.session = session
    self.shell = shell
    console = Console(
      environment: session.environment, activity: session.activity,
      color: session.settings.color(options.color), mayAsk: options.mayAsk)
    market = CurrentMarket(
      session: session, options: options, scope: scope, console: console, source: source)
  }

  /// Returns the same context with another read source.
  package func reading(from source: ReadSource) -> CommandContext {
    CommandContext(options, scope: scope, session: session, shell: shell, source: source)
  }
}

extension CommandContext {
  /// Returns the same context for another market, by its name or address.
  package func at(_ market: String) -> CommandContext {
    var options = options
    options.market = market
    return CommandContext(options, scope: scope, session: session, shell: shell)
  }
}

// The parts of the session, under the names that commands use.
extension CommandContext {
  package var environment: Environment { session.environment }
  package var activity: Activity { session.activity }
  package var settings: SellerSettings { session.settings }
  package var memory: ShellMemory { session.memory }
  package var connections: MarketConnections { session.connections }
  package var listings: Listings { Listings(market: market) }
  package var files: PhotoFiles { PhotoFiles(session: session) }
  package var money: MoneyText { settings.money }
  package var isDryRun: Bool { scope.isDryRun }

  /// Returns the output of a shell setting; empty in `marketrc`, which runs unattended.
  package func confirmation(_ text: Message) -> Output {
    scope.isInStartFile ? .none : .reply(text)
  }

  /// Remembers the rows and codes that an output at the prompt names, for targets and proposals.
  package func note(_ output: Output) {
    guard scope.mode == .prompt else { return }
    session.shown.note(output, in: market)
    switch output {
    case .change(let change): memory.noteCodes(of: [change])
    case .changes(let changes): memory.noteCodes(of: changes)
    default: break
    }
  }

  /// Whether the duration of each command is shown.
  package var showsTiming: Bool { memory.showsTiming ?? settings.preferences.showsTiming }
}
