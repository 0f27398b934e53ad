package import Formatting
package import MarketRender
package import Messages
import SellerFiles

/// What one command run works with: the core, its market and the listings there, and the shell. It
/// is immutable.
package struct CommandContext: Sendable {
  package let core: SellerCore
  package let market: CurrentMarket
  package let listings: Listings
  package let shell: any ShellServices

  package init(
    _ options: ProcessOptions, scope: CommandScope, _ access: MarketAccess,
    _ browser: ListingBrowser, shell: any ShellServices, source: ReadSource? = nil
  ) {
    core = access.core
    market = CurrentMarket(access, options: options, scope: scope, source: source)
    listings = Listings(market, browser)
    self.shell = shell
  }

  /// Returns the same context with other options or another read source.
  package func with(
    _ options: ProcessOptions, from source: ReadSource? = nil
  ) -> CommandContext {
    CommandContext(
      options, scope: scope, market.access, listings.browser, shell: shell, source: source)
  }

  /// Returns the same context for another market, by its name or address.
  package func at(_ market: String) -> CommandContext {
    var options = options
    options.market = market
    return with(options)
  }
}

// Under the names that commands use.
extension CommandContext {
  package var options: ProcessOptions { market.options }
  package var scope: CommandScope { market.scope }
  package var console: Console { market.console }
  package var environment: Environment { core.environment }
  package var activity: Activity { core.activity }
  package var settings: SellerSettings { core.settings }
  package var memory: ShellMemory { core.memory }
  package var money: MoneyText { core.settings.money }
  package var files: PhotoFiles { PhotoFiles(core, market.access.photos) }
  package var isDryRun: Bool { scope.isDryRun }

  /// Returns the output of a shell setting; empty in `marketrc`, which runs unattended.
  package func confirmation(_ text: Message) -> Output {
    scope.isInStartFile ? .none : .reply(text)
  }

  /// Remembers the rows and codes that an output at the prompt names, for targets and proposals.
  package func remember(_ output: Output) {
    guard scope.mode == .prompt else { return }
    market.shown.record(output, in: market)
    switch output {
    case .change(let change): memory.recordCodes(of: [change])
    case .changes(let changes): memory.recordCodes(of: changes)
    default: break
    }
  }

  /// Whether the duration of each command is shown.
  package var showsTiming: Bool { memory.showsTiming ?? settings.preferences.showsTiming }
}
