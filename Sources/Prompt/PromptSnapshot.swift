package import CommandLanguage
package import Formatting
package import MarketRender
package import MarketWire
package import Messages
package import SellerFiles

/// Everything that colors, hints and completion may use, taken once per prompt. Keys are answered
/// from it, so no key waits for a file, a lock or a network.
package struct PromptSnapshot: Sendable {
  /// A market that can be completed, without its credentials.
  package struct Market: Hashable, Sendable {
    package let name: String
    package let url: String
    package let shop: String?

    package init(name: String, url: String, shop: String?) {
      self.name = name
      self.url = url
      self.shop = shop
    }
  }

  /// A setting whose values can be completed.
  package struct Setting: Hashable, Sendable {
    package let name: String
    /// `.choice`, `.currency`, or `.none` for free text.
    package let values: CompletionKind
    package let defaultValue: String

    package init(name: String, values: CompletionKind, defaultValue: String) {
      self.name = name
      self.values = values
      self.defaultValue = defaultValue
    }
  }

  /// A listing, or a change of one, that is not sent yet.
  package struct Draft: Hashable, Sendable {
    package let name: String
    /// The name of the listing; nil if it has none yet.
    package let title: String?
    /// Whether it is the change of a listing, which `edit` continues, and not a new one.
    package let isChange: Bool

    package init(name: String, title: String?, isChange: Bool) {
      (self.name, self.title, self.isChange) = (name, title, isChange)
    }
  }

  package var parser: Parser
  /// The option that takes the names of a command's fields: `--fields`.
  package var fieldsOption: ParameterFacts?
  package var settings: [Setting] = []
  package var helpTopics: [HelpTopic] = []
  package var aliases = Aliases()
  package var variables = Variables()
  package var context: ReadingContext
  /// The market in use.
  package var market: MarketKey
  package var markets: [Market] = []
  /// The codes of the account in use, sorted.
  package var codes: [Notebook.Code] = []
  package var drafts: [Draft] = []
  package var shown = ShownListings()
  /// Oldest first.
  package var history: [HistoryEntry] = []
  /// The line that the last error suggested, if it may be proposed; see ``ProposalRules``.
  package var proposal: String?
  package var theme = Theme.dark
  package var catalog = MessageCatalog.english
  package var money: MoneyText
  package var homeFolder: String
  package var workingFolder: String
  /// Whether `@last` and `@page` stand for listings at the moment.
  package var hasLast = false
  package var hasPage = false

  package init(
    parser: Parser, context: ReadingContext, market: MarketKey, money: MoneyText,
    homeFolder: String, workingFolder: String
  ) {
    self.parser = parser
    self.context = context
    self.market = market
    self.money = money
    self.homeFolder = homeFolder
    self.workingFolder = workingFolder
  }

  /// The absolute form of a path.
  ///
  /// - Parameter atHome: whether the path begins with an unquoted `~`.
  func absolute(_ path: String, atHome: Bool) -> String {
    if atHome { return homeFolder + path.dropFirst() }
    return path.hasPrefix("/") ? path : "\(workingFolder)/\(path)"
  }
}
