import CommandLanguage
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession
import TerminalKit

/// Runs a read-only command, with the offline cache as a fallback for an unreachable market.
struct OfflineFallback: Sendable {
  let context: CommandContext

  private var market: CurrentMarket { context.market }

  func answer(_ command: any Command.Type, _ input: Input) async throws -> Output {
    let traits = command.spec.traits
    guard traits.contains(.worksOffline), let profile = try? market.profile(), !profile.isHome
    else { return try await command.run(input, in: context) }
    let mayUseCache = market.mayUseCache
    // No short timeout if the seller repeats the request or sets a timeout.
    let isHurried =
      mayUseCache && context.options.timeout == nil && !traits.contains(.asksAgain)
    do {
      return try await run(command, input, ReadSource(isHurried: isHurried))
    } catch let error as ClientError where error.isUnanswered && mayUseCache {
      if let cached = try await cached(command, input, at: profile, after: error) {
        return cached
      }
      guard isHurried, market.connections.isUnreachable(profile.key) else { throw error }
      return try await run(command, input, ReadSource())
    }
  }

  private func run(
    _ command: any Command.Type, _ input: Input, _ source: ReadSource
  ) async throws -> Output {
    try await command.run(input, in: context.with(context.options, from: source))
  }

  /// Returns the output from the cache, or nil if part of it is not cached.
  private func cached(
    _ command: any Command.Type, _ input: Input, at profile: MarketProfile,
    after error: ClientError
  ) async throws -> Output? {
    guard let address = try? MarketAddress(profile.url) else { return nil }
    let now = context.environment.now
    let transport = OfflineTransport(
      CachedResponses(disk: market.caches.disk, market: address, now: now))
    var configuration = context.environment.client
    configuration.retryPolicy = .never
    // A separate client, so that old answers do not change the state of the real one.
    let client = OpenMarketClient(
      market: address, transport: transport, configuration: configuration)
    let before = context.listings.browser.lastList(in: profile.key)
    do {
      var output = try await run(command, input, ReadSource(cachedClient: client))
      guard let moment = transport.cachedAt else {
        restore(before, in: profile.key)
        return nil
      }
      output = output.cached(at: moment)
      // The same list in another layout has the same age.
      if case .listings(let listing) = output,
        var last = context.listings.browser.lastList(in: profile.key)
      {
        last.listing = listing
        context.listings.browser.record(last, in: profile.key)
      }
      // The seller can fix a failed secure connection.
      if error.code == .tlsFailed {
        context.console.report("\(ErrorReport(error, at: profile).message).")
      }
      return output
    } catch {
      restore(before, in: profile.key)
      try Task.checkCancellation()
      return nil
    }
  }

  /// Restores the list on the screen, which `next` and `@page` refer to.
  private func restore(_ list: ListingBrowser.ShownList?, in market: MarketProfile.Key) {
    if let list {
      context.listings.browser.record(list, in: market)
    } else {
      context.listings.browser.forgetList(in: market)
    }
  }
}
