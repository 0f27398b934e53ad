import CommandLanguage
import MarketRender
package import MarketWire
import Messages
import OpenMarketClient
package import SellerSession
import TerminalKit

/// Writes of one command: what they ask first, and what Ctrl-C may interrupt.
package struct ListingWriter: Sendable {
  package let listings: Listings

  package var market: CurrentMarket { listings.market }
  package var session: SellerSession { market.session }
  package var console: Console { market.console }
  package var scope: CommandScope { market.scope }

  /// Asks what has to be asked before something is sent. What may not have been meant is named and
  /// asked about even where `--yes` was said.
  ///
  /// - Parameters:
  ///   - question: what will be done, with the market and the account.
  ///   - count: how many listings it concerns.
  ///   - mustAsk: whether it is asked about although nothing is odd.
  ///   - typesCount: whether the count itself is the answer, even where it is 1.
  package func agree(
    _ question: String, count: Int, mustAsk: Bool, typesCount: Bool = false,
    warnings: [ChangeWarning], on terms: WriteTerms
  ) async throws {
    let open = warnings.filter { !terms.allowed.contains($0.kind) }
    guard !open.isEmpty else {
      if mustAsk {
        try await console.confirm(
          question, count: count, typesCount: typesCount, isAnswered: terms.isAnswered)
      }
      return
    }
    guard console.canAsk else { throw SellerError.unlikely(open) }
    console.report("Please look twice:")
    let shown = ShortList.shown(of: open.count, most: ShortList.usual)
    for warning in open.prefix(shown) { console.report("  \(warning.text)") }
    if open.count > shown { console.report("  and \(open.count - shown) more") }
    try await console.confirm(question, count: count, typesCount: typesCount, isAnswered: false)
  }

  /// In a batch that is only told, an odd change is a fault where the batch itself could not ask.
  package func refuseInDryRun(_ warnings: [ChangeWarning], _ terms: WriteTerms) throws(SellerError)
  {
    guard scope.dryRun != nil, !console.canAsk else { return }
    let open = warnings.filter { !terms.allowed.contains($0.kind) }
    guard open.isEmpty else { throw .unlikely(open) }
  }

  /// What a dry run says of changes that would be asked about.
  package func notes(on warnings: [ChangeWarning], _ terms: WriteTerms) -> [String] {
    warnings.map { warning in
      let kind = warning.kind
      return terms.allowed.contains(kind)
        ? "allowed: \(warning.text)"
        : "would be asked about, or needs --allow \(kind.rawValue): \(warning.text)"
    }
  }

  /// A question about the listings in use, with what it leaves alone.
  package func question(_ doing: String, _ at: String, leaving others: String?) throws -> String {
    let question = "\(doing) \(at) \(try market.place())?"
    guard let others else { return question }
    return "Left alone: \(UntrustedText(others).line).\n" + question
  }

  /// Does one write of a script. Ctrl-C ends the script, but not in the middle of a write: a listing
  /// without its code would be added again by the same file. At the prompt a lone write is cancelled
  /// like everything else, and what may have happened is told.
  package func finishingInScripts<R: Sendable>(
    _ write: @escaping @Sendable () async throws -> R
  ) async throws -> R {
    guard scope.isInScript else { return try await write() }
    return try await finishing(write)
  }

  /// Does one write to its end, whatever is cancelled meanwhile; it is not begun where that was
  /// before.
  package func finishing<R: Sendable>(
    _ write: @escaping @Sendable () async throws -> R
  ) async throws -> R {
    try Task.checkCancellation()
    return try await withTaskCancellationHandler {
      // In a task of its own, which the cancelling does not reach.
      try await Task { try await write() }.value
    } onCancel: {
      console.report("Finishing what is under way; Ctrl-C again stops at once.")
    }
  }

  /// The error for a change that the market accepted but that failed afterwards.
  package func partly(
    _ verb: String, _ product: Product, missing: String, _ error: any Error,
    retry: String? = nil, undoCommand: String? = nil
  ) -> PartialChange {
    PartialChange(
      verb: verb, product: product, missing: missing, cause: error, retry: retry,
      undoCommand: undoCommand)
  }
}
