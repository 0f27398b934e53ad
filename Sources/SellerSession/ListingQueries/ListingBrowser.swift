package import MarketRender
import MarketWire
import Synchronization

/// The listings last shown and added, for `next`, `again`, `@page` and `@last`.
///
/// Ids mean something in their own market only, so each market has values of its own.
package final class ListingBrowser: Sendable {
  /// A list that was shown.
  package struct ShownList: Sendable {
    package var query: ListQuery
    /// Its rows; nil if they were not all available.
    package var listing: ListingPage?
    /// The ids of its page.
    package var ids: [Int]
  }

  private struct State {
    var lastAdded: [MarketProfile.Key: Int] = [:]
    var lastList: [MarketProfile.Key: ShownList] = [:]
    var place: [MarketProfile.Key: BrowsePlace] = [:]
    /// The last answer that consisted of listings.
    var lastAnswer: Output?
    var collections = CollectionCache()
    /// The layout that `grid` or `table` chose.
    var layout: ListLayout?
  }

  private let state = Mutex(State())

  package init() {}

  package func lastAdded(in market: MarketProfile.Key) -> Int? {
    state.withLock { $0.lastAdded[market] }
  }

  package func recordAdded(_ id: Int, in market: MarketProfile.Key) {
    state.withLock { $0.lastAdded[market] = id }
  }

  package func lastList(in market: MarketProfile.Key) -> ShownList? {
    state.withLock { $0.lastList[market] }
  }

  package func record(_ list: ShownList, in market: MarketProfile.Key) {
    state.withLock { $0.lastList[market] = list }
  }

  package func forgetList(in market: MarketProfile.Key) {
    state.withLock { $0.lastList[market] = nil }
  }

  /// Where `browse` was left for the prompt. It is returned once.
  package func takePlace(in market: MarketProfile.Key) -> BrowsePlace? {
    state.withLock { $0.place.removeValue(forKey: market) }
  }

  package func record(_ place: BrowsePlace, in market: MarketProfile.Key) {
    state.withLock { $0.place[market] = place }
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
