import CommandHistory
import CommandLanguage
import MarketWire
import Notebook

extension CommandContext {
  /// Completion and hints for the next line, as of now. The first one reads the history and the
  /// listings shown lately, so it is best made before the seller waits for it.
  func assistant() -> PromptAssistant {
    PromptAssistant(promptSnapshot(), files: session.fileCache)
  }

  private func promptSnapshot() -> PromptSnapshot {
    let profile = (try? market.profile()) ?? .home
    let known = (try? connections.markets()) ?? Markets()
    let browser = session.browser
    var snapshot = PromptSnapshot(
      parser: CommandRegistry.parser, context: settings.readingContext, market: profile.key,
      money: money, homeFolder: environment.homeFolder,
      workingFolder: environment.workingFolder)
    snapshot.aliases = memory.aliases
    snapshot.variables = memory.variables
    snapshot.places = known.profiles.map {
      PromptSnapshot.Place(name: $0.name, url: $0.url, shop: $0.shop)
    }
    snapshot.codes = (try? session.notebook.codes(for: profile.notebookAccount)) ?? []
    snapshot.shown = session.shown.listings(of: market)
    snapshot.history = session.history.load()
    snapshot.proposal = memory.proposal
    snapshot.theme = settings.theme
    snapshot.hasLast = browser.lastAdded(in: profile.key) != nil
    snapshot.hasPage = browser.lastList(in: profile.key)?.ids.isEmpty == false
    return snapshot
  }
}
