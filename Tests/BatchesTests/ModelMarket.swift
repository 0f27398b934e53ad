import Batches
import Foundation
import MarketWire

/// A market in memory with listings, late changes and foreign writers.
///
/// A request takes effect at a moment of its own, which may come after its connection has ended.
struct ModelMarket {
  struct Listing: Equatable {
    var content: ListingContent
    /// Whether it belongs to another shop.
    var isForeign = false
    /// The number of the chosen photo.
    var thumbnail: Int?
  }

  /// A request of a step.
  struct Request {
    let step: Int
    let change: BatchStep.Change
    let target: Int?
    let key: String

    var isRemoval: Bool { if case .remove = change { true } else { false } }
  }

  /// For how long the market remembers a key.
  static let keyLifetime = Duration.seconds(30 * 86_400)

  let honorsKeys: Bool
  private(set) var listings: [Int: Listing] = [:]
  /// The listings that the requests of each step have created, also those that are gone.
  private(set) var created: [Int: [Int]] = [:]
  /// When others changed or removed each listing.
  private(set) var foreignChanges: [Int: [Duration]] = [:]
  private(set) var hasForeignAdds = false
  private var lastID = 0
  private var lastPhoto = 1000
  private var pending: [(request: Request, at: Duration)] = []
  private var results: [String: (listing: Int, at: Duration)] = [:]

  init(honorsKeys: Bool) {
    self.honorsKeys = honorsKeys
  }

  var highestID: Int? { listings.keys.max() }

  mutating func add(_ content: ListingContent, isForeign: Bool = false) -> Int {
    lastID += 1
    listings[lastID] = Listing(content: content, isForeign: isForeign)
    return lastID
  }

  mutating func addByOthers(_ content: ListingContent, isForeign: Bool) {
    hasForeignAdds = true
    _ = add(content, isForeign: isForeign)
  }

  /// Changes a listing as another client of the seller would, or removes it.
  mutating func changeByOthers(
    _ id: Int, at now: Duration, _ change: (inout ListingContent) -> Void
  ) {
    guard listings[id] != nil else { return }
    foreignChanges[id, default: []].append(now)
    change(&listings[id, default: Listing(content: ListingContent(ListingFields()))].content)
  }

  mutating func removeByOthers(_ id: Int, at now: Duration) {
    foreignChanges[id, default: []].append(now)
    listings[id] = nil
  }

  /// Receives a request that takes effect at a time.
  mutating func receive(_ request: Request, at time: Duration) { pending.append((request, time)) }

  /// Ends all connections; what was received takes effect within the delay.
  mutating func cutConnections(at now: Duration, commitDelay: Duration) {
    for index in pending.indices { pending[index].at = min(pending[index].at, now + commitDelay) }
  }

  /// Lets everything take effect that is due.
  mutating func advance(to now: Duration) {
    for due in pending.filter({ $0.at <= now }).sorted(by: { $0.at < $1.at }) {
      _ = apply(due.request, at: due.at)
    }
    pending.removeAll { $0.at <= now }
  }

  /// Carries out a request; nil if there is no such listing.
  mutating func apply(_ request: Request, at now: Duration) -> Int? {
    if honorsKeys, let known = results[request.key], now - known.at < Self.keyLifetime {
      return known.listing
    }
    let result: Int
    switch request.change {
    case .create(let fields, let photos):
      result = add(ListingContent(new: fields, photoCount: photos.count))
      created[request.step, default: []].append(result)
    case .edit(_, _, let fields):
      guard let target = request.target, let listing = listings[target] else { return nil }
      listings[target]?.content = listing.content.changed(by: fields)
      result = target
    case .setPhotos(_, _, let order, _, _):
      guard let target = request.target, listings[target] != nil else { return nil }
      lastPhoto += 1
      listings[target]?.content.photoCount = order.count
      listings[target]?.content.photoIDs = order.map { $0 ?? lastPhoto }
      result = target
    case .chooseThumbnail(_, let photo):
      guard let target = request.target, listings[target] != nil else { return nil }
      listings[target]?.thumbnail = photo
      result = target
    case .remove:
      guard let target = request.target, listings[target] != nil else { return nil }
      listings[target] = nil
      result = target
    }
    if honorsKeys { results[request.key] = (result, now) }
    return result
  }
}
