import Digest
package import MarketWire
import Notebook

// The vendor number of the seller's account in the market.
extension CurrentMarket {
  /// Saves the vendor number and the actual shop name from the response to a write.
  package func learn(from product: Product) throws {
    let profile = try profile()
    guard let id = product.vendor.id, profile.credentials != nil else { return }
    let shop = product.vendor.name ?? profile.shop
    guard session.memory.isNew(vendor: id, shop: shop, at: profile.key) else { return }
    var known = profile
    known.vendorID = id
    try storeNumber(of: known)
    guard profile.vendorID != id || profile.shop != shop else { return }
    if profile.vendorID == nil {
      try session.notebook.moveAll(from: profile.notebookAccount, to: known.notebookAccount)
    }
    try session.connections.change(keepsClients: true) { markets in
      guard var known = markets[profile.name] else { return }
      known.vendorID = id
      known.shop = shop
      markets[profile.name] = known
    }
  }

  /// Stores the vendor number in the notebook, which the next login with the same identifier finds.
  package func storeNumber(of profile: MarketProfile) throws {
    guard let number = profile.vendorID, let account = profile.accountDigest else { return }
    try session.notebook.store(vendorNumber: number, of: account, in: profile.url)
  }

  /// The vendor number that the notebook has for an account.
  package func storedNumber(of profile: MarketProfile) throws -> Int? {
    guard let account = profile.accountDigest else { return nil }
    return try session.notebook.vendorNumber(of: account, in: profile.url)
  }
}

extension MarketProfile {
  /// A digest of the identifier, which others must not see.
  package var accountDigest: String? {
    credentials.map { Digest.hex(Digest.sha256($0.identifier.revealed)) }
  }
}
