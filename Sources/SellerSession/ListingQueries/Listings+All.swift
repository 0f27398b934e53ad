package import MarketRender
package import MarketWire
import Messages
import OpenMarketClient
import SellerFiles
import Synchronization
import TerminalKit

extension Listings {
  /// The most listings that are returned at once; longer lists are streamed in pieces.
  private static let piece = 1000

  package func listAll(_ query: ListQuery) async throws -> Output {
    let resolved = try await resolved(query)
    if query.filter.isFromNotebook {
      let products = try await NotebookListings(self).chosen(query, resolved)
      return try await whole(
        query, resolved,
        ProductPage(
          pageNumber: 1, itemsPerPage: max(products.count, 1), totalCount: products.count,
          products: products))
    }
    guard resolved.isLeftToMarket, try market.ownShop() != nil || !query.filter.isMine else {
      return try await listCollected(query, resolved)
    }
    let source = PageSource(try await market.client().pages(resolved.request(perPage: Self.piece)))
    let first = try await activity.show("listings") { try await source.next() }
    guard let first, first.value.hasNext, !first.value.products.isEmpty else {
      return try await whole(query, resolved, try first.map(market.value) ?? .empty)
    }
    market.source?.extent.record(total: first.value.totalCount)
    // A cached list is complete or missing.
    if market.source?.cachedClient != nil { try await source.readAll() }
    let total = first.value.totalCount
    return .listingStream(
      try await stream(query, resolved, total: total) { take in
        var page: MarketWire.Decoded<ProductPage>? = first
        while let reading = page {
          // The market answers the next request while this page is written.
          async let following = source.next()
          try await take(try market.value(of: reading).products)
          page = try await following
        }
      })
  }

  /// Returns the whole list from collected listings.
  private func listCollected(_ query: ListQuery, _ resolved: ResolvedListQuery) async throws
    -> Output
  {
    let (listings, positions) = try await activity.show("listings", isCounted: true) {
      try await selection(query, resolved)
    }
    guard let listings, positions.count > Self.piece else {
      let products = positions.compactMap { listings?[$0] }
      return try await whole(
        query, resolved,
        ProductPage(
          pageNumber: 1, itemsPerPage: max(products.count, 1), totalCount: products.count,
          products: products))
    }
    return .listingStream(
      try await stream(query, resolved, total: positions.count) { take in
        for start in stride(from: 0, to: positions.count, by: Self.piece) {
          try Task.checkCancellation()
          let part = positions[start..<min(start + Self.piece, positions.count)]
          try await take(part.map { listings[$0] })
        }
      })
  }

  /// Returns a list that is short enough to be returned at once.
  private func whole(
    _ query: ListQuery, _ resolved: ResolvedListQuery, _ page: ProductPage
  ) async throws -> Output {
    let coded = try await codeMatches(query, resolved, isAlone: page.products.isEmpty)
    let products = coded + page.products
    var listing = try emptyPage(query, resolved, total: page.totalCount.map { $0 + coded.count })
    listing.rows = rows(products, query)
    listing.footnotes = footnotes(query)
    market.recordSeen(products.map { ListingSnapshot($0) }, revision: page.revision)
    if products.isEmpty { listing.emptyState = try await emptyState(query, page) }
    try record(query, listing, ids: products.map(\.id))
    return .listings(listing)
  }

  /// Streams the pages of `read`. Shows a bar if the rows themselves are not visible. At the prompt
  /// the ids are recorded for `@page`, up to the limit of a range, and the first listings for
  /// completion.
  private func stream(
    _ query: ListQuery, _ resolved: ResolvedListQuery, total: Int?,
    read: @escaping @Sendable (([Product]) async throws -> Void) async throws -> Void
  ) async throws -> ListingStream {
    let coded = try await codeMatches(query, resolved, isAlone: false)
    let codes = market.codes()
    let marks = market.showsMarks ? market.markReader() : nil
    let visited = Mutex<[ListingSnapshot]>([])
    let seen = Mutex<(count: Int, ids: [Int])>((0, []))
    let shown = Mutex<[ShownListing]>([])
    let page = try emptyPage(query, resolved, total: total.map { $0 + coded.count })
    return ListingStream(page) { take in
      func hand(_ products: [Product]) async throws {
        let ids = products.map(\.id)
        let count = seen.withLock { seen in
          seen.count += ids.count
          seen.ids = seen.count > Self.rangeLimit ? [] : seen.ids + ids
          return seen.count
        }
        activity.update(done: count)
        try await take(CurrentMarket.rows(products, codes: codes, marks: marks))
        visited.withLock { visited in
          let space = Notebook.seenLimit - visited.count
          visited += products.prefix(max(space, 0)).map { ListingSnapshot($0) }
        }
        market.shown.record(products, of: page.own, after: shown, in: market)
      }
      if !coded.isEmpty { try await hand(coded) }
      if console.capabilities(of: .output).isTerminal {
        try await read(hand)
      } else {
        try await activity.show("listings", total: total, isCounted: true) {
          try await read(hand)
        }
      }
      try record(query, nil, ids: seen.withLock { $0.ids })
      market.recordSeen(visited.withLock { $0 }, revision: nil)
    }
  }
}

/// Reads the pages of a list one after the other.
private actor PageSource {
  /// nil while a page is being read, so that the state of the list is never copied.
  private var iterator: ProductPages.Iterator?
  /// Pages that were read ahead.
  private var ahead: ArraySlice<MarketWire.Decoded<ProductPage>> = []

  init(_ pages: ProductPages) {
    iterator = pages.makeAsyncIterator()
  }

  func next() async throws -> MarketWire.Decoded<ProductPage>? {
    if let page = ahead.popFirst() { return page }
    guard var walk = iterator.take() else { return nil }
    let page = try await walk.next()
    iterator = walk
    return page
  }

  /// Reads the rest of the list, so that no more requests are needed.
  func readAll() async throws {
    var pages: [MarketWire.Decoded<ProductPage>] = []
    while let page = try await next() { pages.append(page) }
    ahead = pages[...]
  }
}

extension ProductPage {
  /// A page without listings.
  package static let empty = ProductPage(
    pageNumber: 1, itemsPerPage: 1, totalCount: 0, products: [])
}
