import CommandLanguage
import MarketRender
import MarketWire
package import Messages
import OpenMarketClient
package import SellerSession
import TerminalKit

/// The confirmations of a command's writes, and their targets.
package struct ListingWriter: Sendable {
  package let listings: Listings

  package var market: CurrentMarket { listings.market }
  package var console: Console { market.console }
  package var scope: CommandScope { market.scope }

  /// Asks for confirmation before anything is sent. Warnings must be confirmed even with `--yes`.
  ///
  /// - Parameters:
  ///   - question: The change, with the market and the account.
  ///   - count: The number of listings that it concerns.
  ///   - mustAsk: Whether to ask even if there is no warning.
  package func agree(
    _ question: Message, count: Int, mustAsk: Bool, warnings: [ChangeWarning],
    on terms: WriteTerms
  ) async throws {
    let open = warnings.filter { !terms.allowed.contains($0.kind) }
    guard !open.isEmpty else {
      if mustAsk {
        try await console.confirm(question, count: count, isAnswered: terms.isAnswered)
      }
      return
    }
    guard console.canAsk else { throw UnlikelyChanges(open) }
    console.report("Please check:")
    let shown = ShortList.shown(of: open.count, most: ShortList.usual)
    for warning in open.prefix(shown) { console.report("  \(warning.text)") }
    if open.count > shown { console.report("  and \(open.count - shown) more") }
    try await console.confirm(question, count: count, isAnswered: false)
  }

  /// Throws an error for warnings in the dry run of a batch that could not ask about them.
  package func refuseInDryRun(_ warnings: [ChangeWarning], _ terms: WriteTerms)
    throws(UnlikelyChanges)
  {
    guard scope.isDryRun, !console.canAsk else { return }
    let open = warnings.filter { !terms.allowed.contains($0.kind) }
    guard open.isEmpty else { throw UnlikelyChanges(open) }
  }

  /// Returns the notes of a dry run on changes that would need confirmation.
  package func notes(on warnings: [ChangeWarning], _ terms: WriteTerms) -> [Message] {
    warnings.map { warning in
      let option = "--allow \(warning.kind.rawValue)"
      return terms.allowed.contains(warning.kind)
        ? "allowed: \(warning.text)"
        : "needs confirmation, or \(command: option): \(warning.text)"
    }
  }

  /// Returns a question that names the targets that are not changed.
  package func question(_ question: Message, skipping skipped: Message?) -> Message {
    skipped.map { "Skipped: \($0).\n\(question)" } ?? question
  }
}

extension CommandContext {
  package var writer: ListingWriter { ListingWriter(listings: listings) }
}
