import Base
package import Batches
import CommandLanguage
import MarketRender
import OpenMarketClient
package import SellerFiles

/// The state that lasts from one command to the next, as separate parts.
///
/// Each part has its own lock. Nothing about the running command is stored here: that is in its
/// ``CommandContext``.
package final class SellerSession: Sendable {
  package let environment: Environment
  package let activity: Activity
  package let settings: SellerSettings
  package let connections: MarketConnections
  package let browser: ListingBrowser
  package let memory = ShellMemory()
  package let notebook: Notebook
  package let journal: BatchJournal
  package let caches: SessionCaches
  package let photos = PhotoPreparer()
  package let history: HistoryFile
  package let shown: ShownListingStore

  package init(environment: Environment) {
    self.environment = environment
    activity = Activity(environment: environment)
    let console = Console(environment: environment, activity: activity)
    settings = SellerSettings(environment: environment, console: console)
    connections = MarketConnections(environment: environment, console: console)
    browser = ListingBrowser()
    notebook = Notebook(path: environment.paths.notebook)
    // Only scripts/bench sets this variable.
    journal = BatchJournal(
      path: environment.paths.journal,
      isOff: environment.variables["OPENMARKET_BENCH_NO_JOURNAL"] != nil, hasMark: true)
    caches = SessionCaches(settings: settings)
    history = HistoryFile(path: environment.paths.history, now: environment.now)
    shown = ShownListingStore(folder: environment.paths.cache)
  }
}
