package import MarketRender
import MarketWire
import Synchronization

/// The listings last shown and added, for `next`, `again`, `@page` and `@last`.
///
/// Ids mean something in their own market only, so each value is stored with its market.
package final class ListingBrowser: Sendable {
  /// A list that was shown.
  package struct ShownList: Sendable {
    package var query: ListQuery
    /// Its rows; nil if they were not all available.
    package var listing: ListingPage?
    /// The ids of its page.
    package var ids: [Int]
  }

  private struct InMarket<Value: Sendable>: Sendable {
    var market: MarketProfile.Key
    var value: Value
  }

  private struct State {
    var lastAdded: InMarket<Int>?
    var lastList: InMarket<ShownList>?
    var place: InMarket<BrowsePlace>?
    /// The last answer that consisted of listings.
    var lastAnswer: Output?
    var collections = CollectionCache()
    /// The layout that `grid` or `table` chose.
    var layout: ListLayout?
  }

  private let state = Mutex(State())

  package init() {}

  package func lastAdded(in market: MarketProfile.Key) -> Int? {
    state.withLock { $0.lastAdded?.market == market ? $0.lastAdded?.value : nil }
  }

  package func recordAdded(_ id: Int, in market: MarketProfile.Key) {
    state.withLock { $0.lastAdded = InMarket(market: market, value: id) }
  }

  package func lastList(in market: MarketProfile.Key) -> ShownList? {
    state.withLock { $0.lastList?.market == market ? $0.lastList?.value : nil }
  }

  package func record(_ list: ShownList, in market: MarketProfile.Key) {
    state.withLock { $0.lastList = InMarket(market: market, value: list) }
  }

  package func forgetList() {
    state.withLock { $0.lastList = nil }
  }

  /// Where `browse` was left for the prompt. It is returned once.
  package func takePlace(in market: MarketProfile.Key) -> BrowsePlace? {
    state.withLock { state in
      defer { state.place = nil }
      return state.place?.market == market ? state.place?.value : nil
    }
  }

  package func record(_ place: BrowsePlace, in market: MarketProfile.Key) {
    state.withLock { $0.place = InMarket(market: market, value: place) }
  }

  /// The layout that `grid` or `table` chose for this prompt.
  package var layout: ListLayout? {
    get { state.withLock { $0.layout } }
    set { state.withLock { $0.layout = newValue } }
  }

  /// The last answer that consisted of listings.
  package var lastAnswer: Output? {
    get { state.withLock { $0.lastAnswer } }
    set { state.withLock { $0.lastAnswer = newValue } }
  }

  /// Reads or changes the lists collected from markets that cannot filter or sort.
  ///
  /// - Parameter version: That of ``SessionCaches``; lists of another are discarded.
  package func withCollections<R: Sendable>(
    _ version: Int, _ body: (inout sending CollectionCache) -> sending R
  ) -> R {
    state.withLock { state in
      if state.collections.version != version {
        state.collections = CollectionCache()
        state.collections.version = version
      }
      return body(&state.collections)
    }
  }
}
