import Batches
import Foundation
import MarketWire

/// A market in memory with listings, late changes and foreign writers.
///
/// A request takes effect at a moment of its own, which may come after its connection has ended.
struct ModelMarket {
  struct Listing: Equatable {
    var content: ListingContent
    var isForeign = false
  }

  /// A request that has not taken effect yet.
  private struct Pending {
    let key: String?
    let change: BatchStep.Change
    let target: Int?
    var at: Duration
  }

  let honorsKeys: Bool
  private(set) var listings: [Int: Listing] = [:]
  private(set) var lastID = 0
  private var pending: [Pending] = []
  private var results: [String: Int] = [:]

  init(honorsKeys: Bool) {
    self.honorsKeys = honorsKeys
  }

  var highestID: Int? { listings.keys.max() }

  mutating func add(_ content: ListingContent, isForeign: Bool = false) -> Int {
    lastID += 1
    listings[lastID] = Listing(content: content, isForeign: isForeign)
    return lastID
  }

  mutating func change(_ id: Int, _ body: (inout ListingContent) -> Void) {
    guard var listing = listings[id] else { return }
    body(&listing.content)
    listings[id] = listing
  }

  mutating func remove(_ id: Int) { listings[id] = nil }

  /// Receives a request that takes effect at a time.
  mutating func receive(_ change: BatchStep.Change, target: Int?, key: String, at time: Duration) {
    pending.append(
      Pending(key: honorsKeys ? key : nil, change: change, target: target, at: time))
  }

  /// Ends all connections; what was received takes effect within the delay.
  mutating func cutConnections(at now: Duration, commitDelay: Duration) {
    for index in pending.indices { pending[index].at = min(pending[index].at, now + commitDelay) }
  }

  /// Lets everything take effect that is due.
  mutating func advance(to now: Duration) {
    for request in pending.filter({ $0.at <= now }).sorted(by: { $0.at < $1.at }) {
      _ = apply(request.change, target: request.target, key: request.key)
    }
    pending.removeAll { $0.at <= now }
  }

  /// Carries out a request; nil if there is no such listing.
  mutating func apply(_ change: BatchStep.Change, target: Int?, key: String?) -> Int? {
    if honorsKeys, let key, let known = results[key] { return known }
    let result: Int?
    switch change {
    case .create(let fields, let photos):
      result = add(ListingContent(new: fields, photoCount: photos.count))
    case .edit(_, _, let fields):
      guard let target, let listing = listings[target] else { return nil }
      listings[target]?.content = listing.content.changed(by: fields)
      result = target
    case .chooseThumbnail: result = target
    case .remove:
      guard let target, listings[target] != nil else { return nil }
      listings[target] = nil
      result = target
    }
    if honorsKeys, let key { results[key] = result }
    return result
  }
}
