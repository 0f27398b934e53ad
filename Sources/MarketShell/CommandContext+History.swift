import CommandLanguage
import MarketRender
import MarketWire
import Messages
import Prompt
import SellerFiles
import SellerSession

// The history of a prompt.
extension CommandContext {
  /// Saves a line before it runs. Returns nil for a line that is empty, begins with a space, or may
  /// contain a secret.
  ///
  /// The commands of a paste are saved one by one.
  func enter(_ line: String) -> HistoryEntry? {
    memory.beginLine()
    guard line.contains(where: { !$0.isWhitespace }), mayBeSaved(line),
      let market = try? market.profile().key
    else { return nil }
    return core.history.append(line, at: market)
  }

  /// Returns whether the line may be saved, also after its alias is expanded.
  private func mayBeSaved(_ line: String) -> Bool {
    let (filter, portable) = (secretFilter, portableLine)
    return filter.allows(line)
      && Tokenizer(line).allSatisfy { filter.allows(portable.text(of: $0)) }
  }

  /// Saves the outcome of a line, and the listings it showed.
  func finish(_ entry: HistoryEntry?, _ code: ExitCode) {
    if let entry {
      var outcome = memory.performed
      outcome.code = code.rawValue
      core.history.finish(entry, with: outcome)
      if let problem = core.history.takeError() {
        console.report("\(problem.message). Only the lines of this shell are remembered.")
      }
    }
    if scope.mode == .prompt { market.shown.save() }
  }

  /// The filter for lines that must not be saved.
  private var secretFilter: SecretFilter {
    let variables = ["OPENMARKET_SECRET", "OPENMARKET_IDENTIFIER"].compactMap {
      environment.variables[$0]
    }
    let credentials = (try? market.connections.markets())?.profiles.compactMap(\.credentials) ?? []
    return SecretFilter(
      secrets: variables + credentials.flatMap { [$0.identifier.revealed, $0.secret.revealed] })
  }

  /// The current state for writing commands in a form that runs in any shell.
  var portableLine: PortableLine {
    let browser = listings.browser
    let key = try? market.profile().key
    return PortableLine(
      parser: CommandRegistry.parser, aliases: memory.aliases,
      last: key.flatMap(browser.lastAdded), page: key.flatMap(browser.lastList)?.ids ?? [])
  }

  /// Offers the suggestions of an error at the next prompt, if they are harmless.
  func propose(_ suggestions: [String]) {
    guard scope.isTyped else { return }
    let rules = ProposalRules(
      parser: CommandRegistry.parser, aliases: memory.aliases, variables: memory.variables,
      context: settings.readingContext)
    memory.proposal = suggestions.first { rules.commands(of: $0) != nil }
  }
}
