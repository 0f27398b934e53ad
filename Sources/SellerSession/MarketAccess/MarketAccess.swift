import Base
package import Batches
package import SellerFiles

/// The markets that the seller knows, and what this machine has of them: clients, caches, the
/// notebook and the journal. It lasts from one command to the next.
package struct MarketAccess: Sendable {
  package let core: SellerCore
  package let connections: MarketConnections
  package let notebook: Notebook
  package let journal: BatchJournal
  package let caches: SessionCaches
  package let photos: PhotoPreparer
  package let shown: ShownListingStore

  package init(_ core: SellerCore) {
    let environment = core.environment
    let caches = SessionCaches(settings: core.settings)
    self.core = core
    self.caches = caches
    connections = MarketConnections(environment: environment, console: core.console)
    notebook = Notebook(path: environment.paths.notebook)
    // Only scripts/bench sets this variable.
    journal = BatchJournal(
      path: environment.paths.journal,
      isOff: environment.variables["OPENMARKET_BENCH_NO_JOURNAL"] != nil, hasMark: true)
    photos = PhotoPreparer { caches.disk }
    shown = ShownListingStore(folder: environment.paths.cache)
  }
}
