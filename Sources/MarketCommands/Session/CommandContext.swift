import MarketRender
import Notebook

/// The options, the audience and the session objects of one command run. It never changes.
struct CommandContext: Sendable {
  let options: ProcessOptions
  let scope: CommandScope
  let console: Console
  let market: CurrentMarket
  let session: SellerSession
  let shell: any ShellServices

  init(
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

  /// The same context, reading from another source.
  func reading(from source: ReadSource) -> CommandContext {
    CommandContext(options, scope: scope, session: session, shell: shell, source: source)
  }
}

// The parts of the session, by the names that commands use.
extension CommandContext {
  var environment: Environment { session.environment }
  var activity: Activity { session.activity }
  var settings: SellerSettings { session.settings }
  var memory: ShellMemory { session.memory }
  var connections: MarketConnections { session.connections }
  var listings: Listings { Listings(market: market) }
  var files: PhotoFiles { PhotoFiles(session: session) }
  var writer: ListingWriter { ListingWriter(listings: listings) }
  var money: MoneyText { settings.money }
  var isDryRun: Bool { scope.dryRun != nil }
}
