import CommandLanguage
import LineEditor
import MarketWire
import Prompt
import SellerFiles
import SellerSession
import ShellCommands

extension CommandContext {
  /// Returns completion and hints for the next line. The first call reads the history and the shown
  /// listings from disk.
  func assistant(files: FileMetadataCache = FileMetadataCache()) -> PromptAssistant {
    PromptAssistant(promptSnapshot(), files: files)
  }

  /// The most listings that are learned at a time.
  private static let learnedListings = 1000

  /// Reads the newest listings of the market on this machine, of the seller and of all shops, so that
  /// they are completed before they were shown. Other markets are asked nothing.
  func learnListings() async {
    guard (try? market.profile().isHome) == true, !market.shown.knowsAll(of: market) else {
      return
    }
    // A trace or progress would appear in the middle of the prompt.
    try? await activity.inBackground {
      let own = try market.ownShop()
      for isMine in [false, true] {
        var query = ListQuery(perPage: Self.learnedListings)
        query.filter.isMine = isMine
        let page = try await listings.page(query, try await listings.resolved(query))
        let isAll = !isMine && (page.totalCount ?? .max) <= page.products.count
        try market.shown.learn(page.products, isAll: isAll, of: own, in: market)
        if isAll || own == nil { return }
      }
    }
  }

  private func promptSnapshot() -> PromptSnapshot {
    let profile = (try? market.profile()) ?? .home
    let known = (try? market.connections.markets()) ?? Markets()
    let browser = listings.browser
    var snapshot = PromptSnapshot(
      parser: CommandRegistry.parser, context: settings.readingContext, market: profile.key,
      money: money, homeFolder: environment.homeFolder,
      workingFolder: environment.workingFolder)
    snapshot.fieldsOption = ProcessOptions.fields.facts
    snapshot.settings = Setting.allCases.map {
      .init(name: $0.rawValue, values: $0.completion, defaultValue: $0.standard)
    }
    snapshot.helpTopics = HelpTopics.all()
    snapshot.aliases = memory.aliases
    snapshot.variables = memory.variables
    snapshot.markets = known.profiles.map { .init(name: $0.name, url: $0.url, shop: $0.shop) }
    snapshot.codes = (try? market.notebook.codes(for: profile.notebookAccount)) ?? []
    snapshot.drafts = ((try? DraftStore(market).all()) ?? []).map {
      .init(name: $0.name, title: $0.title, isChange: $0.listing != nil)
    }
    snapshot.shown = market.shown.listings(of: market)
    snapshot.history = core.history.load()
    snapshot.proposal = memory.proposal
    snapshot.theme = settings.theme
    snapshot.catalog = environment.catalog
    snapshot.hasLast = browser.lastAdded(in: profile.key) != nil
    snapshot.hasPage = browser.lastList(in: profile.key)?.ids.isEmpty == false
    return snapshot
  }
}

extension Shell {
  func pathCompletion(
    after command: String, in context: CommandContext
  ) -> @Sendable (_ line: String, _ cursor: Int) -> Completion? {
    let assistant = context.assistant()
    return { line, cursor in assistant.paths(of: line, at: cursor, after: command) }
  }
}

extension Setting {
  /// The values that the prompt completes.
  fileprivate var completion: CompletionKind {
    switch self {
    case .sort: .choice(ListingSort.Key.allCases.map(\.rawValue))
    case .currency: .currency
    case .locale, .perPage: .choice(["auto"])
    case .pager: .choice(["auto", "off"])
    default: choices.isEmpty ? .none : .choice(choices)
    }
  }
}
