/// What a prompt knows while one line is typed: all of it at hand, none of it changing.
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

extension Session {
  /// What helps with the next line. To be made anew for each prompt: it goes by what is known now.
  /// The first one of a session reads the history and what was shown lately, so it is best made
  /// before the seller is waited for.
  public func assistant() -> PromptAssistant {
    PromptAssistant(promptSnapshot(), files: fileCache)
  }

  private func promptSnapshot() -> PromptSnapshot {
    let profile = (try? profile()) ?? .home
    let known = (try? markets()) ?? Markets()
    let (aliases, variables, proposal) = withState { ($0.aliases, $0.variables, $0.proposal) }
    var snapshot = PromptSnapshot(
      parser: Self.parser, context: readingContext, market: profile.key, money: money,
      homeFolder: environment.homeFolder, workingFolder: environment.workingFolder)
    snapshot.aliases = aliases
    snapshot.variables = variables
    snapshot.places = known.profiles.map {
      PromptSnapshot.Place(name: $0.name, url: $0.url, shop: $0.shop)
    }
    snapshot.codes = (try? notebook.codes(for: profile.notebookAccount)) ?? []
    snapshot.shown = shownListings()
    snapshot.history = history.load()
    snapshot.proposal = proposal
    snapshot.theme = theme
    snapshot.hasLast = ((try? remembered(\.lastAdded)) ?? nil) != nil
    snapshot.hasPage = ((try? remembered(\.page)) ?? nil)?.isEmpty == false
    return snapshot
  }
}
