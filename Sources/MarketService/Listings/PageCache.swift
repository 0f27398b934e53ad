import MarketWire
import Synchronization

/// The rendered pages of the plain list, all of one revision.
///
/// 1. A page is returned only for the revision at which it was rendered.
/// 2. All pages together have at most `capacity` bytes. A page that does not fit replaces all.
/// 3. The lock is held to look up or to replace, never to render or to free. Nobody waits for it:
///    rendering a page costs less than a queue of threads.
final class PageCache: Sendable {
  struct Key: Hashable, Sendable {
    let pageNumber: Int
    let itemsPerPage: Int
    let base: BaseURL
    let coding: ContentCoding
    /// The form of a page for buyers; nil for a page of the API.
    let window: WindowForm?

    init(
      _ list: PageRequest, base: BaseURL, coding: ContentCoding = .identity,
      window: WindowForm? = nil
    ) {
      pageNumber = list.operation.pageNumber
      itemsPerPage = list.operation.itemsPerPage
      self.base = base
      self.coding = coding
      self.window = window
    }
  }

  struct WindowForm: Hashable, Sendable {
    let language: WindowLanguage
    let isGrid: Bool
  }

  private struct State {
    var revision = Int.min
    var pages: [Key: HTTPResponse] = [:]
    var bytes = 0
  }

  private let capacity: Int
  private let state = Mutex(State())

  init(capacity: Int = 16 << 20) {
    self.capacity = capacity
  }

  /// The page at a revision, which the caller has just read; nil if it is not cached, or if another
  /// thread uses the cache.
  func page(_ key: Key, at revision: Int) -> HTTPResponse? {
    state.withLockIfAvailable { $0.revision == revision ? $0.pages[key] : nil } ?? nil
  }

  func insert(_ page: HTTPResponse, for key: Key, at revision: Int) {
    // Names, header fields and the entry itself take memory, too.
    let size = page.body.count + key.base.text.utf8.count + 512
    guard size <= capacity else { return }
    let replaced = state.withLockIfAvailable { state -> [Key: HTTPResponse] in
      // Another thread may have read a later revision.
      guard revision >= state.revision else { return [:] }
      var replaced: [Key: HTTPResponse] = [:]
      if revision > state.revision || state.bytes + size > capacity {
        replaced = state.pages
        state = State(revision: revision)
      }
      if state.pages.updateValue(page, forKey: key) == nil { state.bytes += size }
      return replaced
    }
    // Frees thousands of pages outside of the lock.
    _ = consume replaced
  }
}
