import Batches
import MarketCommands
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession
import WritePlans

extension CommandContext {
  /// Returns the newest unfinished batch of the current account and how to continue it, or nil.
  func unfinishedNotice() -> Message? {
    guard let profile = try? market.profile(), let account = profile.accountDigest,
      let batch = try? session.journal.openBatch(market: profile.url, account: account)
    else { return nil }
    let resume = "resume \(batch.id)"
    return """
      Batch \(batch.id) (\(batch.name)) is unfinished, \(batch.summary): \(command: resume)
      """
  }

  /// Returns how many of the seller's listings in the home market are sold out, or nil if none is.
  ///
  /// No other market is contacted before the first command.
  func soldOutNotice() async -> Message? {
    do {
      // A trace would appear in the middle of the prompt.
      let isTraced = (options.trace ?? memory.trace) != nil
      guard !isTraced, try market.profile().isHome, let own = try market.ownShop() else {
        return nil
      }
      let client = try await market.client()
      guard try await client.supports(.summary) else { return nil }
      var filter = ListingFilter()
      filter.vendor = own.vendorID.map(VendorFilter.id) ?? own.name.map(VendorFilter.name)
      guard filter.vendor != nil else { return nil }
      let count = try await client.summary(filter).value.soldOut
      guard count > 0 else { return nil }
      let list = "mine --sold-out"
      return Message(
        count: count, one: "1 of your listings is sold out: \(command: list)",
        other: "\(count) of your listings are sold out: \(command: list)")
    } catch {
      return nil
    }
  }
}
