import MarketService
import SellerSession

/// What an operator does to accounts and their listings.
extension LiveMarketHost {
  func removeAccount(
    _ name: String, reason: String, in folder: String?
  ) async throws(HostError) -> Int {
    try await work(in: folder) { try $0.removeAccount(name: name, reason: reason) }
  }

  func removeListings(
    _ ids: [Int], reason: String, in folder: String?
  ) async throws(HostError) -> [HostedListing] {
    try await work(in: folder) {
      try $0.removeListings(ids, reason: reason).map { HostedListing(name: $0, shop: $1) }
    }
  }

  func accountEvents(limit: Int, in folder: String?) async throws(HostError) -> [HostedEvent] {
    try await work(in: folder) { try $0.accountEvents(limit: limit).map(HostedEvent.init) }
  }
}

extension HostedAccount {
  init(_ account: AccountSummary) {
    self.init(
      vendorID: account.vendorID, name: account.name, credentials: nil,
      isDisabled: account.isDisabled,
      usage: Usage(
        isHidden: account.isHidden, createdAt: account.createdAt, lastUsed: account.lastUsed,
        listings: account.listings, bytes: account.bytes))
  }
}

extension HostedEvent {
  fileprivate init(_ event: AccountEvent) {
    self.init(
      date: event.date, action: event.action.rawValue, account: event.account,
      detail: event.detail, reason: event.reason)
  }
}

extension AccountLimits {
  init(_ bounds: AccountBounds) {
    self.init()
    listings = bounds.listings
    bytes = bounds.bytes
    addsPerMinute = bounds.addsPerMinute
  }
}
