import Base
import MarketWire
import Messages
import OpenMarketClient
import SellerFiles

extension CurrentMarket {
  /// Creates the seller's account at home. Asks for the shop's name if questions are allowed, and
  /// otherwise uses the user's name. If the name is taken, asks for another or appends a number.
  package func openShopAtHome(asksName: Bool) async throws {
    let canAsk = asksName && console.canAsk
    let saved = try settings.settings().shop
    var name = saved ?? environment.userName
    if canAsk, saved == nil {
      console.report(
        """
        This is your first listing at home, so your shop needs a name. Buyers see it; \
        \(command: "profile shop NAME") changes it later.
        """)
      let answer = try await console.ask("Shop name [\(name)]: ")
      guard let answer else { throw SellerError.declined }
      if !answer.isEmpty { name = answer }
    }
    var candidate = name
    for number in 2...20 {
      do {
        return try await openShop(named: candidate)
      } catch let error as HostError where error.code == .nameTaken || error.code == .invalidName {
        guard canAsk else {
          guard error.code == .nameTaken else { throw error }
          candidate = "\(name)\(number)"
          continue
        }
        console.report(error.message)
        guard let answer = try await console.ask("Shop name: "), !answer.isEmpty else {
          throw SellerError.declined
        }
        candidate = answer
      }
    }
    throw HostError(
      .nameTaken,
      "all names like \(name) are taken; choose one with `\(command: "login home --shop")`")
  }

  /// The name of the seller's shop at home; nil if there is none.
  package func shopAtHome() throws -> String? {
    let home = try connections.profile(named: MarketProfile.home.name)
    return home.credentials == nil ? nil : home.shop
  }

  /// Renames the seller's shop at home, if there is one, and returns its new name.
  package func renameShopAtHome(to name: String) async throws -> String? {
    guard let old = try shopAtHome() else { return nil }
    let new = try await environment.host.renameAccount(old, to: name, in: nil)
    try connections.change { markets in markets[MarketProfile.home.name]?.shop = new }
    caches.forgetCollections()
    return new
  }

  /// Whether an account of the home market is the seller's own.
  package func isShopAtHome(named name: String) throws -> Bool {
    try shopAtHome() == name
  }

  /// Forgets the seller's shop at home after its account was removed; the next listing opens another.
  package func forgetShopAtHome(named name: String) throws {
    guard try isShopAtHome(named: name) else { return }
    try connections.change { markets in
      markets[MarketProfile.home.name]?.shop = nil
      markets[MarketProfile.home.name]?.vendorID = nil
      markets[MarketProfile.home.name]?.credentials = nil
    }
    caches.forgetCollections()
  }

  /// Another shell may open the shop at the same time: one of the two creates the account, and
  /// the other finds it. No question is asked while the file is locked, because the other shell
  /// would have to wait for the answer.
  private func openShop(named name: String) async throws {
    let file = PrivateFile(path: environment.paths.homeShop)
    let lock = try await file.acquireLock(sleep: environment.client.clock.sleep)
    defer { withExtendedLifetime(lock) {} }
    try connections.change { _ in }
    if try profile().credentials != nil { return }
    let account = try await environment.host.addAccount(name, in: nil)
    let guest = try profile().notebookAccount
    try connections.change { markets in
      var home = markets[MarketProfile.home.name] ?? .home
      home.shop = account.name
      home.vendorID = account.vendorID
      home.credentials = account.credentials
      markets[home.name] = home
    }
    // Stars and notes of the time before the shop belong to it now.
    try notebook.moveAll(from: guest, to: try profile().notebookAccount)
    console.report("Opened the shop \(account.name) in the market on this machine.")
  }
}
