/// What waits for the seller when a prompt starts.
import MarketRender
import MarketWire
import OpenMarketClient
import TerminalKit

extension Session {
  /// Says how many own listings at home are sold out; nil where none is. Another market is not
  /// asked before the seller asks something of it.
  func whatWaits() async -> StyledText? {
    do {
      // A trace in the middle of the prompt is nothing that was asked for either.
      let isTraced = withState { ($0.options?.trace ?? $0.trace) != nil }
      guard !isTraced, try profile().isHome, let own = try ownShop() else { return nil }
      let client = try await client()
      guard try await client.offers(.summary) else { return nil }
      var filter = ListingFilter()
      filter.vendor = own.vendorID.map(VendorFilter.id) ?? own.name.map(VendorFilter.name)
      guard filter.vendor != nil else { return nil }
      let count = try await client.summary(filter).value.soldOut
      guard count > 0 else { return nil }
      let what = count == 1 ? "1 of your listings is" : "\(count) of your listings are"
      return StyledText("\(what) sold out: ") + StyledText("mine --sold-out", theme.command)
    } catch {
      return nil
    }
  }
}
