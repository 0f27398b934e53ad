package import Batches
import CommandLanguage
import Formatting
import Foundation
package import MarketRender
package import MarketWire
package import Messages
package import OpenMarketClient
package import SellerFiles
import TerminalKit

/// The market that one command works with, and the clients it gets.
package struct CurrentMarket: Sendable {
  package let access: MarketAccess
  package let options: ProcessOptions
  package let scope: CommandScope
  package let console: Console
  /// The source of a read-only command; nil for other commands, which read from the market itself.
  package var source: ReadSource?

  package init(
    _ access: MarketAccess, options: ProcessOptions, scope: CommandScope,
    source: ReadSource? = nil
  ) {
    self.access = access
    self.options = options
    self.scope = scope
    console = Console(
      environment: access.core.environment, activity: access.core.activity,
      color: access.core.settings.color(options.color), mayAsk: options.mayAsk)
    self.source = source
  }

  /// The time limit for a market that did not answer the last time, if the cache can help.
  package static let patience = Duration.seconds(3)

  package var environment: Environment { access.core.environment }
  package var settings: SellerSettings { access.core.settings }
  package var connections: MarketConnections { access.connections }
  package var notebook: Notebook { access.notebook }
  package var journal: BatchJournal { access.journal }
  package var caches: SessionCaches { access.caches }
  package var shown: ShownListingStore { access.shown }

  /// The market of `--market`, otherwise of `use`, otherwise the default.
  package func profile() throws -> MarketProfile {
    if let name = options.market { return try connections.profile(named: name) }
    return try connections.currentProfile()
  }

  /// The client for the market, with the seller's credentials.
  package func client() async throws -> OpenMarketClient { try await client(at: try profile()) }

  /// The client for any market.
  package func client(at profile: MarketProfile) async throws -> OpenMarketClient {
    if let cached = source?.cachedClient { return cached }
    let trace = options.trace ?? access.core.memory.trace
    var client = try await connections.client(for: profile)
    if let trace {
      client = client.sending {
        traced($0, at: profile, includesResponseBodies: trace == .body)
      }
    }
    if !profile.isHome { client = cached(client, isTraced: trace != nil) }
    let isHurried =
      source?.isHurried == true && connections.isUnreachable(profile.key)
    let limit = options.timeout ?? (isHurried ? Self.patience : nil)
    return limit.map { client.limited(to: .all($0)) } ?? client
  }

  /// The client for pictures. A market that did not answer the last time gets less time for each.
  package func pictureClient() async throws -> OpenMarketClient {
    let client = try await client()
    let isHurried = isUnreachable && options.timeout == nil
    return isHurried ? client.limited(to: .all(Self.patience)) : client
  }

  /// A client that may write: signed in, at home with an account that is created if needed.
  ///
  /// - Parameter asksName: whether the name of a first shop may be asked for.
  package func sellingClient(asksName: Bool = true) async throws -> OpenMarketClient {
    caches.forgetCollections()
    let profile = try profile()
    if profile.credentials == nil {
      guard profile.isHome else { throw SellerError.notSignedIn(market: profile.name) }
      try await openShopAtHome(asksName: asksName)
    }
    return try await client(at: try self.profile())
  }

  /// Reports each request on stderr: the command, then its outcome.
  private func traced(
    _ transport: any Transport, at profile: MarketProfile, includesResponseBodies: Bool
  ) -> any Transport {
    TracingTransport(
      over: transport, clock: environment.client.clock,
      includesResponseBodies: includesResponseBodies,
      imageFile: { [caches] in caches.sentFile($0) },
      onExchange: { [console] exchange in
        let text = TraceText(exchange: exchange, isHome: profile.isHome)
        for line in text.lines { console.reportUnwrapped(line) }
      })
  }

  /// The seller's shop in the market, as far as known.
  package func ownShop() throws -> OwnShop? {
    let profile = try profile()
    guard profile.vendorID != nil || profile.shop != nil else {
      // The file that is planned adds the first listing, and with it the shop.
      guard scope.plan?.hasChanges == true else { return nil }
      return OwnShop(vendorID: nil, name: PlannedListings.newShop)
    }
    return OwnShop(vendorID: profile.vendorID, name: profile.shop)
  }

  /// The address of the pages of listings without the id; nil if none are known.
  package var listingPages: String? { (try? profile()).flatMap(connections.listingPages) }

  /// Whether the market did not answer the last request.
  package var isUnreachable: Bool {
    guard let key = try? profile().key else { return false }
    return connections.isUnreachable(key)
  }

  /// The readable part of a response; reports what could not be read.
  package func value<Value>(of reading: MarketWire.Decoded<Value>) throws -> Value {
    if let message = DecodingIssue.message(reading.issues, market: try profile().name) {
      console.report(message)
    }
    return reading.value
  }

  /// The end of a question: the market and the shop.
  package func place() throws -> Message {
    let profile = try profile()
    return profile.shop.map { "\(profile.name) as \($0)" } ?? "\(profile.name)"
  }

  /// The currency of an amount: the written one, otherwise the seller's, otherwise the answer to a
  /// question, which is saved.
  ///
  /// - Parameter savesAnswer: false if nothing may be changed, as in a dry run.
  package func currency(_ written: Currency?, savesAnswer: Bool) async throws -> Currency {
    if let written { return written }
    if let usual = try settings.settings().currency { return usual }
    guard console.canAsk else { throw SellerError.noCurrency }
    let currency = try await askForCurrency()
    guard savesAnswer else { return currency }
    try settings.change { $0.currency = currency }
    console.report(
      "Amounts without a currency are in \(formatted: currency.rawValue) from now on.")
    return currency
  }

  /// The currency of the locale that the environment names, as a proposal; KRW without one.
  package var proposedCurrency: Currency {
    let variables = environment.variables
    let names = ["LC_ALL", "LC_MONETARY", "LANG"].compactMap { variables[$0] }
    guard let name = names.first(where: { !$0.isEmpty }), !name.hasPrefix("C"),
      !name.hasPrefix("POSIX"), let code = settings.money.locale.currency?.identifier
    else { return .krw }
    return Currency(rawValue: code)
  }

  /// Asks until the answer is a currency.
  private func askForCurrency() async throws -> Currency {
    let proposal = proposedCurrency.rawValue
    while true {
      let answer = try await console.ask(
        "In which currency do you sell? (\(formatted: "KRW, USD, …")) [\(formatted: proposal)]: ")
      guard let answer else { throw SellerError.declined }
      let word = Word.words(arguments: [answer.isEmpty ? proposal : answer])[0]
      do throws(ValueProblem) {
        return try CurrencyCode.read(word, in: settings.readingContext).currency
      } catch {
        console.report("\(quoted: answer) is not a currency: write three letters such as KRW.")
      }
    }
  }
}
