/// Which market the session is in, and the client for it.
import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import Notebook
public import OpenMarketClient

extension Session {
  /// All markets one is signed in to.
  func markets() throws(FileProblem) -> Markets {
    if let known = withState({ $0.markets }) { return known }
    let markets = try Markets(readingFrom: environment.paths.markets)
    withState { $0.markets = markets }
    return markets
  }

  /// Keeps changed markets. The file is read again first, so that another shell's change stays.
  ///
  /// - Parameter left: a market that is forgotten; where one is in it, one goes home.
  func changeMarkets(
    leaving left: MarketProfile? = nil, _ change: @Sendable (inout Markets) -> Void
  ) throws(FileProblem) {
    let file = PrivateFile(path: environment.paths.markets)
    let markets = try file.locked { () throws(FileProblem) in
      var markets = try Markets(readingFrom: file.path)
      change(&markets)
      try markets.write(to: file.path)
      return markets
    }
    take(markets, leaving: left)
  }

  /// Reads the file again, since another shell may have changed it.
  func rereadMarkets() throws(FileProblem) {
    let markets = try Markets(readingFrom: environment.paths.markets)
    if withState({ $0.markets != markets }) { take(markets) }
  }

  /// Goes on with what the file says. Where another shell has forgotten the market in use, one is
  /// where one starts.
  private func take(_ markets: Markets, leaving left: MarketProfile? = nil) {
    let current = withState { state -> String? in
      state.markets = markets
      state.clients = [:]
      if let left, [left.name, left.url].contains(state.currentName) {
        state.currentName = MarketProfile.home.name
        state.lastList = nil
        state.page = nil
      }
      return state.currentName
    }
    guard let gone = current, isUnknown(gone) else { return }
    withState { $0.currentName = nil }
    report("\(gone) is known no more; you are at \(markets.defaultName).")
  }

  /// Whether nothing is known by this name. An address that two names have is not unknown: the next
  /// command says that it takes one of them.
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

  /// The market in use: `--market` if given, else the one of `use`, else the default.
  public func profile() throws -> MarketProfile {
    let markets = try markets()
    let chosen = withState { $0.options?.market ?? $0.currentName } ?? markets.defaultName
    return try profile(named: chosen)
  }

  /// A market by its name or address; an address that one is not signed in to is named after its
  /// host.
  func profile(named name: String) throws -> MarketProfile {
    let markets = try markets()
    if let known = markets[name] { return known }
    if let address = try Self.address(name) {
      let url = address.description
      let known = markets.profiles.filter { $0.url == url }
      guard known.count < 2 else {
        throw SellerError.severalMarkets(url: url, names: known.map(\.name))
      }
      if let known = known.first { return known }
      // The host may be another market's name already, such as the same host's without TLS.
      let isTaken = markets[address.authority] != nil
      return MarketProfile(name: isTaken ? url : address.authority, url: url)
    }
    throw SellerError.noSuchMarket(
      name, nearest: NearMiss.nearest(to: name, among: markets.profiles.map(\.name)))
  }

  /// The address that `text` is, if it looks like one and not like a name.
  static func address(_ text: String) throws(SellerError) -> MarketAddress? {
    guard text.contains("://") || text.contains(".") || text.contains(":") || text == "localhost"
    else { return nil }
    // What may be a password is told of before anything is said that repeats it.
    guard !text.contains("@") else { throw .secretInAddress }
    return try? MarketAddress(text)
  }

  /// The client for the market in use, with the credentials one has there.
  public func client() async throws -> OpenMarketClient { try await client(at: try profile()) }

  /// The client for a market that one need not be in.
  func client(at profile: MarketProfile) async throws -> OpenMarketClient {
    if let kept = Self.readSource?.kept { return kept }
    let (timeout, trace) = withState { ($0.options?.timeout, $0.options?.trace ?? $0.trace) }
    var client = try await lastingClient(at: profile)
    if let trace {
      client = client.sending { traced($0, at: profile, showsAnswers: trace == .body) }
    }
    if !profile.isHome { client = keeping(client, isTraced: trace != nil) }
    // A market that did not answer the last time is not waited for as long while the cache can help.
    let isHurried =
      Self.readSource?.isHurried == true && withState { $0.unreachable.contains(profile.key) }
    return (timeout ?? (isHurried ? Self.patience : nil)).map { client.limited(to: .all($0)) }
      ?? client
  }

  /// The client that lasts as long as one is signed in the same way, and knows what was learned.
  private func lastingClient(at profile: MarketProfile) async throws -> OpenMarketClient {
    if let client = withState({ $0.clients[profile.key] }) { return client }
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
    withState { $0.clients[profile.key] = client }
    return client
  }

  /// Tells of each request on stderr: the command, then what came of it.
  private func traced(
    _ transport: any Transport, at profile: MarketProfile, showsAnswers: Bool
  ) -> any Transport {
    TracingTransport(
      over: transport, time: environment.client.time, showsAnswers: showsAnswers
    ) { [self] exchange in
      let prepared = withState { $0.preparedPhotos }
      let text = TraceText(exchange: exchange, isHome: profile.isHome, preparedPhotos: prepared)
      for line in text.lines { reportWhole(line) }
    }
  }

  /// The one transport to the network, whose connections stay open.
  func network() -> any Transport {
    withState { state in
      if let known = state.network { return known }
      let transport = environment.connect()
      state.network = transport
      return transport
    }
  }

  /// A client that may write: signed in, at home with an account made now if there was none.
  ///
  /// - Parameter asksName: whether the name of a first shop may be asked for.
  func sellingClient(asksName: Bool = true) async throws -> OpenMarketClient {
    forgetShelves()
    let profile = try profile()
    if profile.credentials == nil {
      guard profile.isHome else { throw SellerError.notSignedIn(market: profile.name) }
      try await openShopAtHome(asksName: asksName)
    }
    return try await client()
  }

  /// One's own shop in the market in use, as far as it is known.
  func ownShop() throws -> OwnShop? {
    let profile = try profile()
    guard profile.vendorID != nil || profile.shop != nil else { return nil }
    return OwnShop(vendorID: profile.vendorID, name: profile.shop)
  }

  /// Keeps the vendor's number and true name that an answer to one's own create or edit showed.
  func learn(from product: Product) throws {
    let profile = try profile()
    guard let id = product.vendor.id, profile.credentials != nil else { return }
    let shop = product.vendor.name ?? profile.shop
    guard profile.vendorID != id || profile.shop != shop else { return }
    if profile.vendorID == nil {
      var known = profile
      known.vendorID = id
      try notebook.move(from: profile.notebookAccount, to: known.notebookAccount)
    }
    let clients = withState { $0.clients }
    try changeMarkets { markets in
      guard var known = markets[profile.name] else { return }
      known.vendorID = id
      known.shop = shop
      markets[profile.name] = known
    }
    withState { $0.clients = clients }
  }
}
