/// A list from its first page to its last, as an asynchronous sequence.
public import MarketWire

/// The pages of a list, each listing once; a page read again holds only what was not met before.
public struct ProductPages: AsyncSequence, Sendable {
  public typealias Element = Decoded<ProductPage>
  public typealias Failure = ClientError

  let client: OpenMarketClient
  let query: ListProducts
  let readsAhead: Bool

  public func makeAsyncIterator() -> Iterator {
    Iterator(client: client, query: query, readsAhead: readsAhead)
  }

  /// Two pages are asked for ahead: one is read out of its answer while the next is on its way.
  public struct Iterator: AsyncIteratorProtocol {
    private static let mostAhead = 2
    private let client: OpenMarketClient
    private let query: ListProducts
    private let readsAhead: Bool
    private var walk: PaginationState
    private var next: PaginationStep
    /// What was asked for ahead, by page number.
    private var ahead: [Int: PageFetch] = [:]

    init(client: OpenMarketClient, query: ListProducts, readsAhead: Bool) {
      self.client = client
      self.query = query
      self.readsAhead = readsAhead
      walk = PaginationState(firstPage: query.pageNumber)
      next = .read(query.pageNumber)
    }

    public mutating func next() async throws(ClientError) -> Decoded<ProductPage>? {
      switch next {
      case .end: return nil
      case .endless:
        next = .end
        throw ClientError(.unreadableResponse, operation: .list, detail: "a list without an end")
      case .read(let number): return try await read(number)
      }
    }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(ClientError) -> Decoded<ProductPage>? {
      try await next()
    }

    private mutating func read(_ number: Int) async throws(ClientError) -> Decoded<ProductPage> {
      let read =
        ahead.removeValue(forKey: number) ?? PageFetch(of: query, number: number, from: client)
      var reading: Decoded<ProductPage>
      do throws(ClientError) {
        reading = try await read.value()
      } catch {
        next = .end
        ahead = [:]
        throw error
      }
      let taken = walk.take(reading.value, number: number)
      reading.value.products = taken.rows
      next = taken.next
      if readsAhead { readAhead(from: taken.next, lastPage: reading.value.lastPage) }
      return reading
    }

    /// Begins with the next page and, where the market says that there is one, with that after it.
    /// What was begun for another way is let go.
    private mutating func readAhead(from next: PaginationStep, lastPage: Int?) {
      guard case .read(let number) = next else {
        ahead = [:]
        return
      }
      let last = Swift.max(number, Swift.min(lastPage ?? number, number + Self.mostAhead - 1))
      ahead = ahead.filter { (number...last).contains($0.key) }
      for number in number...last where ahead[number] == nil {
        ahead[number] = PageFetch(of: query, number: number, from: client)
      }
    }
  }
}

/// The listings of a list, each once.
public struct ProductPager: AsyncSequence, Sendable {
  public typealias Element = Product
  public typealias Failure = ClientError

  /// The same list page by page, with the issues of each.
  public let pages: ProductPages

  public func makeAsyncIterator() -> Iterator { Iterator(pages: pages.makeAsyncIterator()) }

  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var pages: ProductPages.Iterator
    fileprivate var rows: ArraySlice<Product> = []

    fileprivate init(pages: ProductPages.Iterator) {
      self.pages = pages
    }

    public mutating func next() async throws(ClientError) -> Product? {
      while rows.isEmpty {
        guard let page = try await pages.next() else { return nil }
        rows = page.value.products[...]
      }
      return rows.removeFirst()
    }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(ClientError) -> Product? {
      try await next()
    }
  }
}

/// The reading of one page, begun at once and cancelled when nobody waits for it any more.
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
