/// Pictures on their way before the listing that they belong to has come.
import Synchronization

/// Fetches begun on a guess. Those that turn out right are taken over by whoever draws, the others
/// are cancelled.
///
/// 1. A picture is fetched once: whoever wants one that is on its way waits for it.
/// 2. After ``end()`` nothing of it goes on but what the disk was asked to do.
final class PicturesAhead: Sendable {
  /// The most that are begun.
  private static let most = PictureQueue.atOnce

  private typealias Fetch = Task<PictureLoader.Source, any Error>

  private struct State {
    var fetches: [String: Fetch] = [:]
    /// What is wanted, once that is known.
    var wanted: Set<String>?
  }

  private let state = Mutex(State())

  /// Begins to look for pictures and to fetch what is found.
  ///
  /// - Parameters:
  ///   - look: the URLs that are known.
  ///   - fetch: brings the bytes of one.
  init(
    look: @escaping @Sendable () async -> [String],
    fetch: @escaping @Sendable (_ url: String) async throws -> PictureLoader.Source
  ) {
    Task { [weak self] in
      let urls = await look()
      self?.begin(urls, fetch)
    }
  }

  private func begin(
    _ urls: [String], _ fetch: @escaping @Sendable (String) async throws -> PictureLoader.Source
  ) {
    state.withLock { state in
      for url in urls.prefix(Self.most) where state.fetches[url] == nil {
        guard state.wanted?.contains(url) ?? true else { continue }
        state.fetches[url] = Task { try await fetch(url) }
      }
    }
  }

  /// Says what is wanted after all.
  func keep(only wanted: Set<String>) {
    let others = state.withLock { state in
      state.wanted = wanted
      let others = state.fetches.filter { !wanted.contains($0.key) }
      for url in others.keys { state.fetches[url] = nil }
      return others.values
    }
    for fetch in others { fetch.cancel() }
  }

  /// The bytes of a picture that was begun with; nil where it was not.
  func source(of url: String) async throws -> PictureLoader.Source? {
    guard let fetch = state.withLock({ $0.fetches[url] }) else { return nil }
    return try await withTaskCancellationHandler {
      try await fetch.value
    } onCancel: {
      fetch.cancel()
    }
  }

  /// Cancels what is still on its way, and waits until it has stopped. The disk is not waited for,
  /// and what is found there leads to nothing.
  func end() async {
    let fetches = state.withLock { state in
      state.wanted = []
      defer { state.fetches = [:] }
      return state.fetches.values
    }
    for fetch in fetches { fetch.cancel() }
    for fetch in fetches { _ = await fetch.result }
  }
}
