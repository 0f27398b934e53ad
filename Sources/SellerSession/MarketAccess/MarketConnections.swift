import Base
import CommandLanguage
import MarketWire
import Messages
package import OpenMarketClient
package import SellerFiles
import Synchronization

/// The markets that the seller knows, and the clients for them.
///
/// A client lives as long as the session, so that its connections stay open and what it learned
/// about its market is not lost.
package final class MarketConnections: Sendable {
  private struct State {
    var markets: Markets?
    /// The market of the last `use`; nil is the default market.
    var currentName: String?
    var network: (any Transport)?
    var clients: [MarketProfile.Key: OpenMarketClient] = [:]
    /// Markets that did not answer the last request.
    var unreachable: Set<MarketProfile.Key> = []
  }

  private let environment: Environment
  private let console: Console
  private let state = Mutex(State())

  package init(environment: Environment, console: Console) {
    self.environment = environment
    self.console = console
  }

  package var currentName: String? {
    get { state.withLock { $0.currentName } }
    set { state.withLock { $0.currentName = newValue } }
  }

  /// All known markets.
  package func markets() throws(FileError) -> Markets {
    if let known = state.withLock({ $0.markets }) { return known }
    let markets = try Markets(readingFrom: environment.paths.markets)
    state.withLock { $0.markets = markets }
    return markets
  }

  /// Changes the file of markets, after rereading it to preserve the changes of other shells.
  ///
  /// - Parameters:
  ///   - left: a market to forget; if it is in use, home is used instead.
  ///   - keepsClients: whether open clients stay valid, as when only a number was learned.
  package func change(
    leaving left: MarketProfile? = nil, keepsClients: Bool = false,
    _ change: @Sendable (inout Markets) -> Void
  ) throws(FileError) {
    let file = PrivateFile(path: environment.paths.markets)
    let markets = try file.withLock { () throws(FileError) in
      var markets = try Markets(readingFrom: file.path)
      change(&markets)
      try markets.write(to: file.path)
      return markets
    }
    take(markets, leaving: left, keepsClients: keepsClients)
  }

  /// Rereads the file, because another shell may have changed it.
  package func reread() throws(FileError) {
    let markets = try Markets(readingFrom: environment.paths.markets)
    if state.withLock({ $0.markets != markets }) { take(markets) }
  }

  /// Uses the default market if another shell has forgotten the current one.
  private func take(
    _ markets: Markets, leaving left: MarketProfile? = nil, keepsClients: Bool = false
  ) {
    let current = state.withLock { state -> String? in
      state.markets = markets
      if !keepsClients { state.clients = [:] }
      if let left, [left.name, left.url].contains(state.currentName) {
        state.currentName = MarketProfile.home.name
      }
      return state.currentName
    }
    guard let current, isUnknown(current) else { return }
    currentName = nil
    console.report("The market \(current) was removed; you are at \(markets.defaultName) now.")
  }

  /// Whether no market has this name. An address shared by two markets counts as known: the next
  /// command asks for one of their names.
  private func isUnknown(_ name: String) -> Bool {
    do {
      _ = try profile(named: name)
      return false
    } catch SellerError.severalMarkets {
      return false
    } catch {
      return true
    }
  }

  /// The market of `use`, otherwise the default.
  package func currentProfile() throws -> MarketProfile {
    let name = currentName
    return try profile(named: name ?? markets().defaultName)
  }

  /// A market by its name or address; an unknown address is named after its host.
  package func profile(named name: String) throws -> MarketProfile {
    let markets = try markets()
    if let known = markets[name] { return known }
    if let address = try MarketAddress(typed: name) {
      let url = address.description
      let known = markets.profiles.filter { $0.url == url }
      guard known.count < 2 else {
        throw SellerError.severalMarkets(url: url, names: known.map(\.name))
      }
      if let known = known.first { return known }
      // The name may be taken already, for example by the same host without TLS.
      let isTaken = markets[address.authority] != nil
      return MarketProfile(name: isTaken ? url : address.authority, url: url)
    }
    throw SellerError.noSuchMarket(
      name, nearest: NearMiss.nearest(to: name, among: markets.profiles.map(\.name)))
  }

  /// The client, which is reused as long as the credentials stay the same.
  package func client(for profile: MarketProfile) async throws -> OpenMarketClient {
    if let client = state.withLock({ $0.clients[profile.key] }),
      client.credentials == profile.credentials
    {
      return client
    }
    guard let address = try? MarketAddress(profile.url) else {
      throw SellerError.badMarketAddress(profile.url)
    }
    let transport: any Transport =
      profile.isHome
      ? try await environment.host.homeTransport()
      : watched(network(), at: address, as: profile.key)
    let client = OpenMarketClient(
      market: address, transport: transport, credentials: profile.credentials,
      configuration: environment.client)
    state.withLock { $0.clients[profile.key] = client }
    return client
  }

  /// The address of the pages of listings without the id, if the market has told that it has them.
  package func listingPages(of profile: MarketProfile) -> String? {
    let client = state.withLock { $0.clients[profile.key] }
    guard !profile.isHome, let client, client.knownExtensions?.supports(.pages) == true else {
      return nil
    }
    return client.market.url(of: "/" + MarketPath.listings.joined() + "/")
  }

  /// The only network transport, whose connections stay open.
  package func network() -> any Transport {
    state.withLock { state in
      if let known = state.network { return known }
      let transport = environment.connect()
      state.network = transport
      return transport
    }
  }

  /// Whether the market did not answer the last request.
  package func isUnreachable(_ market: MarketProfile.Key) -> Bool {
    state.withLock { $0.unreachable.contains(market) }
  }

  /// The transport, updating ``isUnreachable(_:)`` with the outcome of each request.
  package func watched(
    _ transport: any Transport, at address: MarketAddress, as market: MarketProfile.Key
  ) -> any Transport {
    WatchedTransport(base: transport, market: address) { [weak self] answered in
      self?.state.withLock { state in
        if answered { state.unreachable.remove(market) } else { state.unreachable.insert(market) }
      }
    }
  }
}

extension MarketAddress {
  /// Parses a typed address; nil if the text looks like a name.
  ///
  /// - Throws: ``SellerError/secretInAddress`` before a possible password is repeated anywhere, and
  ///   ``SellerError/badMarketAddress(_:)`` for what cannot be a name either.
  package init?(typed text: String) throws(SellerError) {
    guard text.contains("://") || text.contains(".") || text.contains(":") || text == "localhost"
    else { return nil }
    guard !text.contains("@") else { throw .secretInAddress }
    guard let address = try? MarketAddress(text) else {
      if text.contains("/") { throw .badMarketAddress(text) }
      return nil
    }
    self = address
  }
}
