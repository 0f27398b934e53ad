import Digest
package import MarketWire
import OpenMarketClient
import SellerFiles

// The vendor number of the seller's account in the market.
extension CurrentMarket {
  /// Saves the vendor number and the actual shop name from the response to a write.
  package func learn(from product: Product) throws { try learn(from: product.vendor) }

  private func learn(from vendor: Vendor) throws {
    let profile = try profile()
    guard let id = vendor.id, profile.credentials != nil else { return }
    let shop = vendor.name ?? profile.shop
    guard access.core.memory.isNew(vendor: id, shop: shop, at: profile.key) else { return }
    var known = profile
    known.vendorID = id
    try storeNumber(of: known)
    guard profile.vendorID != id || profile.shop != shop else { return }
    if profile.vendorID == nil {
      try notebook.moveAll(from: profile.notebookAccount, to: known.notebookAccount)
    }
    try connections.change(keepsClients: true) { markets in
      guard var known = markets[profile.name] else { return }
      known.vendorID = id
      known.shop = shop
      markets[profile.name] = known
    }
  }

  /// Renames the seller's shop in the market of the command, which is not at home.
  ///
  /// - Returns: the new name; nil if there is no shop or the market cannot rename it.
  package func renameShop(to name: String) async throws -> String? {
    guard try profile().credentials != nil,
      let vendor = try await client().renameShop(to: name)
    else { return nil }
    try learn(from: vendor)
    caches.forgetCollections()
    return vendor.name
  }

  /// Changes what the seller's shop says about itself, and returns it.
  ///
  /// - Returns: nil if the market has no place for it.
  package func editProfile(words: String?, contact: String?) async throws -> ShopProfile? {
    try await client().editProfile(words: words, contact: contact)
  }

  /// Stores the vendor number in the notebook, which the next login with the same identifier finds.
  package func storeNumber(of profile: MarketProfile) throws {
    guard let number = profile.vendorID, let account = profile.accountDigest else { return }
    try notebook.store(vendorNumber: number, of: account, in: profile.url)
  }

  /// The vendor number that the notebook has for an account.
  package func storedNumber(of profile: MarketProfile) throws -> Int? {
    guard let account = profile.accountDigest else { return nil }
    return try notebook.vendorNumber(of: account, in: profile.url)
  }
}

extension MarketProfile {
  /// A digest of the identifier, which others must not see.
  package var accountDigest: String? {
    credentials.map { Digest.hex(Digest.sha256($0.identifier.revealed)) }
  }
}
