public import MarketWire

/// An asynchronous sequence of the pages of a list, with each listing once.
///
/// A page that is read again, because the list changed, has only the listings not returned before.
public struct ProductPages: AsyncSequence, Sendable {
  /// A page with its issues.
  public typealias Element = Decoded<ProductPage>
  /// The error of a request.
  public typealias Failure = ClientError

  let client: OpenMarketClient
  let query: ListProducts
  let readsAhead: Bool

  /// Returns an iterator that begins at the first page of the query.
  public func makeAsyncIterator() -> Iterator {
    Iterator(client: client, query: query, readsAhead: readsAhead)
  }

  /// An iterator that prefetches two pages: one is decoded while the next one arrives.
  public struct Iterator: AsyncIteratorProtocol {
    private static let prefetchLimit = 2
    private let client: OpenMarketClient
    private let query: ListProducts
    private let readsAhead: Bool
    private var state: PaginationState
    private var next: PaginationStep
    /// The prefetched pages by number.
    private var prefetched: [Int: PageFetch] = [:]

    init(client: OpenMarketClient, query: ListProducts, readsAhead: Bool) {
      self.client = client
      self.query = query
      self.readsAhead = readsAhead
      state = PaginationState(firstPage: query.pageNumber)
      next = .read(query.pageNumber)
    }

    /// Returns the next page, or nil after the last one or an error.
    ///
    /// - Throws: ``ClientError``; with ``ClientError/Code/unreadableResponse`` if the list does not
    ///   end.
    public mutating func next() async throws(ClientError) -> Decoded<ProductPage>? {
      switch next {
      case .end: return nil
      case .endless:
        next = .end
        throw ClientError(.unreadableResponse, operation: .list, detail: "the list does not end")
      case .read(let number): return try await read(number)
      }
    }

    /// Returns the next page; see ``next()``.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(ClientError) -> Decoded<ProductPage>? {
      try await next()
    }

    private mutating func read(_ number: Int) async throws(ClientError) -> Decoded<ProductPage> {
      let fetch =
        prefetched.removeValue(forKey: number) ?? PageFetch(of: query, number: number, from: client)
      var page: Decoded<ProductPage>
      do throws(ClientError) {
        page = try await fetch.value()
      } catch {
        next = .end
        prefetched = [:]
        throw error
      }
      let taken = state.take(page.value, number: number)
      let isMoving = taken.rows.count < page.value.products.count
      page.value.products = taken.rows
      next = taken.next
      if readsAhead { prefetch(from: next, lastPage: page.value.lastPage, isMoving: isMoving) }
      return page
    }

    /// Starts to fetch the next page and, if there is one, the page after it.
    ///
    /// Other prefetched pages are discarded, which cancels their requests. So are all of them while
    /// rows move from page to page: a market may answer two requests in any order, and what moved
    /// between the two would be in neither. Then one page is requested after the other.
    private mutating func prefetch(from next: PaginationStep, lastPage: Int?, isMoving: Bool) {
      guard case .read(let number) = next else {
        prefetched = [:]
        return
      }
      let ahead = isMoving ? 0 : Self.prefetchLimit - 1
      // The numbers may be the largest ones there are.
      let last = number + Swift.min(ahead, Swift.max(number, lastPage ?? number) - number)
      prefetched = isMoving ? [:] : prefetched.filter { (number...last).contains($0.key) }
      for number in number...last where prefetched[number] == nil {
        prefetched[number] = PageFetch(of: query, number: number, from: client)
      }
    }
  }
}

/// An asynchronous sequence of the listings of a list, each once.
public struct ProductPager: AsyncSequence, Sendable {
  /// A listing as in a row of the list.
  public typealias Element = Product
  /// The error of a request.
  public typealias Failure = ClientError

  /// The pages of the same list, with their issues.
  public let pages: ProductPages

  /// Returns an iterator that begins at the first listing of the query.
  public func makeAsyncIterator() -> Iterator { Iterator(pages: pages.makeAsyncIterator()) }

  /// An iterator over the listings.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var pages: ProductPages.Iterator
    fileprivate var rows: ArraySlice<Product> = []

    fileprivate init(pages: ProductPages.Iterator) {
      self.pages = pages
    }

    /// Returns the next listing, or nil after the last one or an error.
    ///
    /// - Throws: ``ClientError``.
    public mutating func next() async throws(ClientError) -> Product? {
      while rows.isEmpty {
        guard let page = try await pages.next() else { return nil }
        rows = page.value.products[...]
      }
      return rows.removeFirst()
    }

    /// Returns the next listing; see ``next()``.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(ClientError) -> Product? {
      try await next()
    }
  }
}

/// The request for one page, which begins at once and is cancelled with the last reference to it.
private final class PageFetch: Sendable {
  private let task: Task<Result<Decoded<ProductPage>, ClientError>, Never>

  init(of query: ListProducts, number: Int, from client: OpenMarketClient) {
    var query = query
    query.pageNumber = number
    let request = query
    task = Task {
      do throws(ClientError) {
        return .success(try await client.products(request))
      } catch {
        return .failure(error)
      }
    }
  }

  deinit { task.cancel() }

  func value() async throws(ClientError) -> Decoded<ProductPage> {
    let task = task
    return try await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }.get()
  }
}
