import Base
package import DiskCache
import Foundation
package import MarketWire
package import OpenMarketClient
import Synchronization

/// The write-behind queue of the offline cache.
///
/// 1. Adding an entry copies a reference and never touches the disk. Entries are written on a
///    separate thread, which starts when the answer is on the screen.
/// 2. At most ``byteLimit`` bytes are pending; entries beyond that are dropped.
/// 3. Only anonymous GET requests that ``CachedResponses`` can look up are cached.
package final class CacheWriter: Sendable {
  /// The maximum number of pending bytes: about 20,000 listings.
  static let byteLimit = 16 << 20

  private struct Change {
    let key: String
    /// The new entry; nil removes the old one.
    var entry: CacheEntry?
    var byteCount: Int { entry?.bytes.count ?? 0 }
  }

  private typealias Waiter = CheckedContinuation<Void, Never>

  private struct State {
    /// The latest change for each key.
    var pending: [String: Change] = [:]
    /// The key prefixes of the lists to remove before anything is stored.
    var removals: Set<String> = []
    var byteCount = 0
    var isWriting = false
    var waiters: [Waiter] = []

    var hasChanges: Bool { !pending.isEmpty || !removals.isEmpty }

    mutating func takeWaiters() -> [Waiter] {
      defer { waiters = [] }
      return waiters
    }
  }

  private let state = Mutex(State())

  /// Adds the response and the extensions of the market, unless the market forbids caching.
  ///
  /// - Parameter time: When the response arrived.
  package func enqueue(
    _ request: HTTPRequest, _ response: HTTPResponse, of market: MarketAddress, at time: WireDate
  ) {
    let health = CheckHealth().request.target
    guard request.method == .get, request.headers[.identifier] == nil, response.status == 200,
      response.isShareable, let (kind, key) = CachedResponses.key(of: request.target, at: market),
      let extensionsKey = CachedResponses.key(of: health, at: market)?.key
    else { return }
    let extensions = response.headers.all(.extensions).joined(separator: ",")
    add(
      CacheEntry(
        key: extensionsKey, validatedAt: time.milliseconds, bytes: Array(extensions.utf8)))
    guard kind != .extensions else { return }
    add(CacheEntry(key: key, validatedAt: time.milliseconds, bytes: response.body))
  }

  /// Adds the removal of an entry.
  package func enqueueRemoval(of key: String) { add(Change(key: key)) }

  /// Adds the removal of all lists of a market, because a change made them wrong.
  package func enqueueListRemoval(of market: MarketAddress) {
    let prefix = CachedResponses.listKeys(at: market)
    state.withLock { state in
      for (key, change) in state.pending where key.hasPrefix(prefix) {
        state.byteCount -= change.byteCount
        state.pending[key] = nil
      }
      state.removals.insert(prefix)
    }
  }

  private func add(_ entry: CacheEntry) { add(Change(key: entry.header.key, entry: entry)) }

  private func add(_ change: Change) {
    state.withLock { state in
      let growth = change.byteCount - (state.pending[change.key]?.byteCount ?? 0)
      guard state.byteCount + growth <= Self.byteLimit else { return }
      state.byteCount += growth
      state.pending[change.key] = change
    }
  }

  /// Whether there are changes that are not written yet.
  package var hasPendingChanges: Bool { state.withLock { $0.hasChanges } }

  /// Drops all pending changes.
  package func discardPendingChanges() {
    state.withLock { state in
      state.pending = [:]
      state.removals = []
      state.byteCount = 0
    }
  }

  /// Starts to write the pending changes, and returns at once.
  package func startWriting(to disk: DiskCache) {
    let starts = state.withLock { state in
      guard state.hasChanges, !state.isWriting else { return false }
      state.isWriting = true
      return true
    }
    guard starts else { return }
    startThreadOrRun { [self] in
      while let work = next() {
        switch work {
        case .removeLists(let prefix):
          disk.remove(CachedResponses.Kind.list.rawValue, keysBeginningWith: prefix)
        case .change(let change):
          if let entry = change.entry { disk.store(entry) } else { disk.remove(change.key) }
        }
      }
    }
  }

  private enum Work {
    /// A prefix of keys.
    case removeLists(String)
    case change(Change)
  }

  /// Takes the next work. Returns nil and resumes the waiters if there is none.
  private func next() -> Work? {
    let (work, waiters) = state.withLock { state -> (Work?, [Waiter]) in
      if let prefix = state.removals.popFirst() { return (.removeLists(prefix), []) }
      guard let (key, change) = state.pending.first else {
        state.isWriting = false
        return (nil, state.takeWaiters())
      }
      state.pending[key] = nil
      state.byteCount -= change.byteCount
      return (.change(change), [])
    }
    for waiter in waiters { waiter.resume() }
    return work
  }

  /// Waits until all changes are written, but no longer than `timeout`, since the disk may be slow.
  package func waitUntilWritten(timeout: Duration, _ clock: AnyClock) async {
    guard state.withLock({ $0.isWriting }) else { return }
    let isOver = Mutex(false)
    let timer = Task { [self] in
      // A cancelled timer may run late, when others wait already.
      guard (try? await clock.sleep(timeout)) != nil else { return }
      isOver.withLock { $0 = true }
      for waiter in state.withLock({ $0.takeWaiters() }) { waiter.resume() }
    }
    await withCheckedContinuation { continuation in
      let waits = state.withLock { state in
        let waits = state.isWriting && !isOver.withLock { $0 }
        if waits { state.waiters.append(continuation) }
        return waits
      }
      if !waits { continuation.resume() }
    }
    timer.cancel()
  }
}
