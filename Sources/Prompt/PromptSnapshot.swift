/// What a prompt knows while one line is typed: all of it at hand, none of it changing.
import CommandHistory
import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import Notebook

/// Taken once a prompt, so that no key waits for a file or a lock.
struct PromptSnapshot: Sendable {
  /// A market as it is offered; its secrets are left out.
  struct Place: Hashable, Sendable {
    let name: String
    let url: String
    let shop: String?
  }

  var parser: Parser
  var aliases = Aliases()
  var variables = Variables()
  var context: ReadingContext
  var market: MarketProfile.Key
  var places: [Place] = []
  /// The codes of this market and account, in their order.
  var codes: [Notebook.Code] = []
  var shown = ShownListings()
  /// Oldest first.
  var history: [HistoryEntry] = []
  /// What the last error said to type instead.
  var proposal: String?
  var theme = Theme.dark
  var money: MoneyText
  var homeFolder: String
  var workingFolder: String
  /// Whether `@last` and `@page` mean something now.
  var hasLast = false
  var hasPage = false

  /// The codes by the numbers of their listings.
  var codeOfListing: [Int: String] {
    Dictionary(codes.map { ($0.listing, $0.code) }) { first, _ in first }
  }

  /// Where a path leads.
  func absolute(_ text: String, atHome: Bool) -> String {
    if atHome { return homeFolder + text.dropFirst() }
    return text.hasPrefix("/") ? text : "\(workingFolder)/\(text)"
  }
}
