/// Puts answers of markets aside, without keeping anybody waiting for the disk.
import DiskCache
import Foundation
import MarketWire
import OpenMarketClient
import Synchronization

/// What waits to be written.
///
/// 1. Noting costs no more than a copy of a reference; writing happens on a thread of its own, once
///    the answer is on the screen.
/// 2. No more than ``byteLimit`` waits; what is beyond it is not kept.
/// 3. Nothing of a request that told who asked is kept, nor of one that is no look at the market.
final class CacheWriter: Sendable {
  /// Bytes that may wait: some twenty thousand listings.
  static let byteLimit = 16 << 20

  private struct Note {
    let key: String
    /// nil where what was kept is to go.
    var entry: CacheEntry?
    var byteCount: Int { entry?.bytes.count ?? 0 }
  }

  private struct State {
    /// By their keys; the last answer to a request counts.
    var waiting: [String: Note] = [:]
    var byteCount = 0
    var isWriting = false
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Notes an answer of a market, and what the market can do, unless the market forbids it.
  func note(
    _ request: HTTPRequest, _ response: HTTPResponse, of market: MarketAddress, at moment: WireDate
  ) {
    let health = CheckHealth().request.target
    guard request.method == .get, request.headers[.identifier] == nil, response.status == 200,
      response.mayBeShared, let (kind, key) = CachedResponses.key(of: request.target, at: market),
      let extensions = CachedResponses.key(of: health, at: market)?.key
    else { return }
    let words = response.headers.all(.extensions).joined(separator: ",")
    add(CacheEntry(key: extensions, validatedAt: moment.milliseconds, bytes: Array(words.utf8)))
    guard kind != .extensions else { return }
    add(CacheEntry(key: key, validatedAt: moment.milliseconds, bytes: response.body))
  }

  /// Has what was kept under a key deleted.
  func withdraw(_ key: String) { add(Note(key: key)) }

  private func add(_ entry: CacheEntry) { add(Note(key: entry.header.key, entry: entry)) }

  private func add(_ note: Note) {
    state.withLock { state in
      let more = note.byteCount - (state.waiting[note.key]?.byteCount ?? 0)
      guard state.byteCount + more <= Self.byteLimit else { return }
      state.byteCount += more
      state.waiting[note.key] = note
    }
  }

  /// Whether something waits to be written.
  var isWaiting: Bool { state.withLock { !$0.waiting.isEmpty } }

  /// Forgets what was not written yet.
  func forget() {
    state.withLock { state in
      state.waiting = [:]
      state.byteCount = 0
    }
  }

  /// Begins to write what waits, and does not wait for it.
  func write(to disk: DiskCache) {
    let isDue = state.withLock { state in
      guard !state.waiting.isEmpty, !state.isWriting else { return false }
      state.isWriting = true
      return true
    }
    guard isDue else { return }
    Thread.detachNewThread { [self] in
      while let note = next() {
        if let entry = note.entry { disk.store(entry) } else { disk.remove(note.key) }
      }
    }
  }

  /// The next to write; nil where that was all, and whoever waits for it goes on.
  private func next() -> Note? {
    let (note, watchers) = state.withLock { state -> (Note?, [CheckedContinuation<Void, Never>]) in
      guard let (key, note) = state.waiting.first else {
        // Who waits from now on waits for the next writing.
        state.isWriting = false
        defer { state.watchers = [] }
        return (nil, state.watchers)
      }
      state.waiting[key] = nil
      state.byteCount -= note.byteCount
      return (note, [])
    }
    for watcher in watchers { watcher.resume() }
    return note
  }

  /// Waits until all is written, but no longer than `limit`: the disk may be slow.
  func settle(within limit: Duration, _ time: AnyClock) async {
    guard state.withLock({ $0.isWriting }) else { return }
    let isOver = Mutex(false)
    let timer = Task { [self] in
      try? await time.sleep(limit)
      isOver.withLock { $0 = true }
      letGo()
    }
    await withCheckedContinuation { continuation in
      let waits = state.withLock { state in
        let waits = state.isWriting && !isOver.withLock { $0 }
        if waits { state.watchers.append(continuation) }
        return waits
      }
      if !waits { continuation.resume() }
    }
    timer.cancel()
  }

  private func letGo() {
    let watchers = state.withLock { state in
      defer { state.watchers = [] }
      return state.watchers
    }
    for watcher in watchers { watcher.resume() }
  }
}
