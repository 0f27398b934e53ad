/// Every page of a list as one, of any length.
import MarketRender
import MarketWire
import OpenMarketClient
import Synchronization
import TerminalKit

extension Session {
  /// Lists of up to this many are answered at once; longer ones come in pieces.
  private static let piece = 1000

  func listAll(_ request: ListRequest) async throws -> Output {
    let plan = try await plan(request.narrowing, sort: request.sort)
    guard plan.isLeftToMarket, try ownShop() != nil || !request.narrowing.isMine else {
      return try await listShelved(request, plan)
    }
    let source = PageSource(try await client().pages(plan.query(perPage: Self.piece)))
    let first = try await activity.show("listings") { try await source.next() }
    guard let first, first.value.hasNext, !first.value.products.isEmpty else {
      return try await whole(request, plan, try first.map(value) ?? .empty)
    }
    Self.readSource?.extent.note(total: first.value.totalCount)
    // What was kept is there as a whole, or not at all.
    if Self.readSource?.kept != nil { try await source.readAll() }
    let total = first.value.totalCount
    return .rows(
      try stream(request, plan, total: total) { take in
        var page: MarketWire.Reading<ProductPage>? = first
        while let reading = page {
          try await take(try self.value(of: reading).products)
          page = try await source.next()
        }
      })
  }

  /// All that a shelf has of it.
  private func listShelved(_ request: ListRequest, _ plan: ListPlan) async throws -> Output {
    let (shelf, places) = try await activity.show("listings", isCounted: true) {
      try await selection(request, plan)
    }
    guard let shelf, places.count > Self.piece else {
      let products = try places.compactMap { try shelf?.product(at: $0) }
      return try await whole(
        request, plan,
        ProductPage(
          pageNumber: 1, itemsPerPage: max(products.count, 1), totalCount: products.count,
          products: products))
    }
    let showsTexts = options?.showsTexts ?? true
    return .rows(
      try stream(request, plan, total: places.count) { take in
        for start in stride(from: 0, to: places.count, by: Self.piece) {
          try Task.checkCancellation()
          let part = places[start..<min(start + Self.piece, places.count)]
          try await take(try part.map { try shelf.product(at: $0, hasTexts: showsTexts) })
        }
      })
  }

  /// A list that is short enough to be answered at once.
  private func whole(
    _ request: ListRequest, _ plan: ListPlan, _ page: ProductPage
  ) async throws -> Output {
    var listing = ProductListing(
      rows: rows(page.products), total: page.totalCount,
      facets: request.facets(money: money, zone: plan.marketZone), own: try ownShop(),
      navigation: mode == .prompt ? .prompt : .options, layout: request.layout,
      emptyState: page.products.isEmpty
        ? try await emptyState(request, page) : EmptyState(reason: "There is no listing here."))
    listing.namesPictures = request.namesPictures ?? false
    listing.drawsPictures = request.namesPictures
    listing.hasThumbnails = request.hasThumbnails
    listing.ordersAmounts = request.ordersAmounts
    try keep(request, listing, ids: page.products.map(\.id))
    return .products(listing)
  }

  /// The stream of what `read` hands on. Where the rows themselves are not seen, a bar is. At the
  /// prompt the ids that went by are kept for `@page`, as many as a range may have, and the first
  /// listings for what is offered at the next line.
  private func stream(
    _ request: ListRequest, _ plan: ListPlan, total: Int?,
    read: @escaping @Sendable (([Product]) async throws -> Void) async throws -> Void
  ) throws -> ProductStream {
    let codes = codes()
    let own = try ownShop()
    let seen = Mutex<(count: Int, ids: [Int])>((0, []))
    let shown = Mutex<[ShownListing]>([])
    var stream = ProductStream(
      total: total, facets: request.facets(money: money, zone: plan.marketZone),
      own: own, layout: request.layout
    ) { take in
      func hand(_ products: [Product]) async throws {
        let ids = products.map(\.id)
        let count = seen.withLock { seen in
          seen.count += ids.count
          seen.ids = seen.count > Self.rangeLimit ? [] : seen.ids + ids
          return seen.count
        }
        self.activity.update(done: count)
        try await take(self.rows(products, codes: codes))
        self.noteShown(products, of: own, after: shown)
      }
      if self.capabilities(of: .output).isTerminal {
        try await read(hand)
      } else {
        try await self.activity.show("listings", total: total, isCounted: true) {
          try await read(hand)
        }
      }
      try self.keep(request, nil, ids: seen.withLock { $0.ids })
    }
    stream.namesPictures = request.namesPictures ?? false
    stream.drawsPictures = request.namesPictures
    stream.hasThumbnails = request.hasThumbnails
    stream.ordersAmounts = request.ordersAmounts
    return stream
  }
}

/// The pages of a list, one after the other, for whoever holds it.
private actor PageSource {
  /// nil while a page is on its way, so that what it knows of the list is never copied.
  private var iterator: ProductPages.Iterator?
  /// Pages that were read before anybody asked for them.
  private var ahead: ArraySlice<MarketWire.Reading<ProductPage>> = []

  init(_ pages: ProductPages) {
    iterator = pages.makeAsyncIterator()
  }

  func next() async throws -> MarketWire.Reading<ProductPage>? {
    if let page = ahead.popFirst() { return page }
    guard var walk = iterator.take() else { return nil }
    let page = try await walk.next()
    iterator = walk
    return page
  }

  /// Reads the rest of the list, which is then handed out without asking anybody.
  func readAll() async throws {
    var pages: [MarketWire.Reading<ProductPage>] = []
    while let page = try await next() { pages.append(page) }
    ahead = pages[...]
  }
}

extension ProductPage {
  /// A page of nothing.
  static let empty = ProductPage(pageNumber: 1, itemsPerPage: 1, totalCount: 0, products: [])
}
