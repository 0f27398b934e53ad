import CommandHistory
import CommandLanguage
import LocalFiles
import MarketRender
import Notebook
import OpenMarketClient

/// Everything that lasts from one command to the next, as separate parts.
///
/// Each part has its own lock. Nothing about the running command is stored here: that is in its
/// ``CommandContext``.
final class SellerSession: Sendable {
  let environment: Environment
  let activity: Activity
  let settings: SellerSettings
  let connections: MarketConnections
  let browser: ListingBrowser
  let memory = ShellMemory()
  let notebook: Notebook
  let caches: SessionCaches
  let photos = PhotoPreparer()
  let history: HistoryFile
  let shown: ShownListingStore

  init(environment: Environment) {
    self.environment = environment
    activity = Activity(environment: environment)
    let console = Console(environment: environment, activity: activity)
    settings = SellerSettings(environment: environment, console: console)
    connections = MarketConnections(environment: environment, console: console)
    browser = ListingBrowser()
    notebook = Notebook(path: environment.paths.notebook)
    caches = SessionCaches(settings: settings)
    history = HistoryFile(path: environment.paths.history, now: environment.now)
    shown = ShownListingStore(folder: environment.paths.cache)
  }
}
