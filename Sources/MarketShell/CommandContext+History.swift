import CommandHistory
import CommandLanguage
import MarketCommands
import MarketRender
import MarketWire
import Prompt
import SellerSession

// The history of a prompt.
extension CommandContext {
  /// Saves a line before it runs. Returns nil for a line that is empty, begins with a space, or may
  /// contain a secret. A paste of several commands is entered command by command.
  func enter(_ line: String) -> HistoryEntry? {
    memory.beginLine()
    guard line.contains(where: { !$0.isWhitespace }), mayBeSaved(line),
      let market = try? market.profile().key
    else { return nil }
    return session.history.append(line, at: market)
  }

  /// An alias must not bring in what its own line was kept out for.
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
      session.history.finish(entry, with: outcome)
      if let problem = session.history.takeError() {
        console.report("\(problem.text). This shell remembers its own lines only.")
      }
    }
    if scope.mode == .prompt { session.shown.save() }
  }

  /// What no line of the history may contain.
  private var secretFilter: SecretFilter {
    let variables = ["OPENMARKET_SECRET", "OPENMARKET_IDENTIFIER"].compactMap {
      environment.variables[$0]
    }
    let credentials = (try? connections.markets())?.profiles.compactMap(\.credentials) ?? []
    return SecretFilter(
      secrets: variables + credentials.flatMap { [$0.identifier.revealed, $0.secret.revealed] })
  }

  /// How commands are written for other shells now.
  var portableLine: PortableLine {
    let browser = session.browser
    let key = try? market.profile().key
    return PortableLine(
      parser: CommandRegistry.parser, aliases: memory.aliases,
      last: key.flatMap(browser.lastAdded), page: key.flatMap(browser.lastList)?.ids ?? [])
  }

  /// Offers what an error proposes at the next prompt, if it can do no harm.
  func propose(_ suggestions: [String]) {
    guard scope.isTyped else { return }
    let rules = ProposalRules(
      parser: CommandRegistry.parser, aliases: memory.aliases, variables: memory.variables,
      context: settings.readingContext)
    memory.proposal = suggestions.first { rules.commands(of: $0) != nil }
  }
}
