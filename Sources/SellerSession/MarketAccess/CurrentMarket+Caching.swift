import MarketRender
import MarketWire
package import OpenMarketClient
import Synchronization
import TerminalKit

/// The source of a read-only command.
package struct ReadSource: Sendable {
  /// Whether a market that did not answer the last time gets less time than usual.
  package var isHurried = false
  /// The client that answers from the offline cache.
  package var cachedClient: OpenMarketClient?
  package let extent = CacheableExtent()

  package init(isHurried: Bool = false, cachedClient: OpenMarketClient? = nil) {
    self.isHurried = isHurried
    self.cachedClient = cachedClient
  }
}

/// Whether what a command reads is short enough to be cached.
package final class CacheableExtent: Sendable {
  /// The most listings of a list that is cached as a whole.
  package static let limit = 5000

  private let isTooLong = Atomic(false)

  package var isCacheable: Bool { !isTooLong.load(ordering: .relaxed) }

  /// Stores the number of listings if it is known.
  package func record(total: Int?) {
    if total ?? 0 > Self.limit { isTooLong.store(true, ordering: .relaxed) }
  }
}

extension CurrentMarket {
  /// Whether cached listings may be shown: only to a person at a terminal who typed this very
  /// command. A program or a script must not take them for what the market has now.
  package var mayUseCache: Bool {
    !scope.isInScript && console.capabilities(of: .output).isTerminal
      && options.format?.isForPeople ?? true && caches.isOn
  }

  /// The client, with its responses cached and unchanged lists not sent again.
  ///
  /// Only what a person looks at is cached, so that scripts are not slowed down. Of a list of more
  /// than ``CacheableExtent/limit`` listings only the first pages are cached, so that it does not
  /// evict everything else.
  ///
  /// - Parameter isTraced: whether requests are shown; then each list is sent as a whole, because a
  ///   304 would show nothing.
  package func cached(_ client: OpenMarketClient, isTraced: Bool) -> OpenMarketClient {
    let (writer, revalidation) = (caches.writer, caches.revalidation)
    let client = client.sending {
      InvalidatingTransport(
        base: $0, market: client.market, onInvalidation: writer.enqueueRemoval,
        onChange: { writer.enqueueListRemoval(of: client.market) },
        onMissing: { shown.forget($0, in: self) })
    }
    guard let extent = source?.extent, mayUseCache else { return client }
    return client.sending { base in
      isTraced ? base : RevalidatingTransport(base: base, cache: revalidation)
    }.observingReads { [now = environment.now] request, response in
      guard extent.isCacheable else { return }
      writer.enqueue(request, response, of: client.market, at: now())
    }
  }
}
