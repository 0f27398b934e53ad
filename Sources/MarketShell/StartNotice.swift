import Batches
import Formatting
import ListingChanges
import MarketCommands
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession

extension CommandContext {
  /// Returns what the seller left unfinished: a batch and drafts; nil if there is neither.
  func startNotice() -> Message? {
    let notices = [unfinishedNotice(), draftsNotice()].compactMap(\.self)
    return notices.isEmpty ? nil : .list(notices, .lines)
  }

  private func draftsNotice() -> Message? {
    guard let count = try? DraftStore(market).count, count > 0 else { return nil }
    let drafts = Message(count: count, one: "1 draft", other: "\(count) drafts")
    return "\(drafts): \(command: "drafts")"
  }

  /// Returns the newest unfinished batch of the current account, or else of another, and how to continue
  /// it; nil if there is none.
  private func unfinishedNotice() -> Message? {
    guard let profile = try? market.profile(), let account = profile.accountDigest,
      let batch = try? market.journal.openBatch(market: profile.url, account: account)
        ?? BatchResume(context: self).unfinishedElsewhere()?.batch
    else { return nil }
    let resume = "resume \(batch.id)"
    return """
      Batch \(batch.id) (\(batch.name)) is unfinished, \(batch.summary): \(command: resume)
      """
  }

  /// Returns at most two lines about the home market: what has changed since the last visit, and
  /// what is sold out or running low; nil if there is neither.
  ///
  /// No other market is contacted before the first command.
  func newsNotice() async -> Message? {
    do {
      guard try market.profile().isHome else { return nil }
      // A trace or progress would appear in the middle of the prompt.
      let today = try await activity.inBackground { try await self.today() }
      let dates = DateText(now: environment.now(), timeZone: environment.timeZone)
      var lines: [Message] = []
      if let visit = today.lastVisit, let changes = today.changes {
        lines.append("Since your last visit, \(dates.since(moment: visit)): \(changes)")
      }
      if let stock = today.stock { lines.append(stock) }
      guard let last = lines.popLast() else { return nil }
      return .list(lines + ["\(last): \(command: "today")"], .lines)
    } catch {
      return nil
    }
  }
}
