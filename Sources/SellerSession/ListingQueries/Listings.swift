package import MarketRender
package import MarketWire
import Messages
import OpenMarketClient
import SellerFiles
import TerminalKit

/// The listings of the market that one command works with: lists, pages, single listings.
package struct Listings: Sendable {
  package let market: CurrentMarket
  /// What was shown before.
  package let browser: ListingBrowser

  package init(_ market: CurrentMarket, _ browser: ListingBrowser) {
    self.market = market
    self.browser = browser
  }

  package var console: Console { market.console }
  package var scope: CommandScope { market.scope }
  package var activity: Activity { market.access.core.activity }

  /// Fetches a page, which becomes the reference of `next` and `@page`.
  package func list(_ query: ListQuery) async throws -> Output {
    if query.isAll { return try await listAll(query) }
    let resolved = try await resolved(query)
    let page = try await activity.show("listings", isCounted: !resolved.isLeftToMarket) {
      try await self.page(query, resolved)
    }
    var listing = try emptyPage(query, resolved, total: page.totalCount)
    let coded = try await codeMatches(query, resolved, isAlone: page.products.isEmpty)
    listing.rows = rows(coded + page.products, query)
    listing.footnotes = footnotes(query)
    market.recordSeen((coded + page.products).map { ListingSnapshot($0) }, revision: page.revision)
    listing.total = listing.total.map { $0 + coded.count }
    listing.page = query.page
    listing.lastPage = page.lastPage
    listing.presentation.navigation = try navigation()
    if listing.rows.isEmpty { listing.emptyState = try await emptyState(query, page) }
    // A page after the last one shows nothing, so the one before it stays on the screen.
    if !listing.rows.isEmpty || query.page == 1 {
      try record(query, listing, ids: listing.rows.map(\.product.id))
    }
    return .listings(listing)
  }

  /// The rows of a list with their marks.
  func rows(_ products: [Product], _ query: ListQuery) -> [ListingRow] {
    var rows = market.rows(products)
    guard query.filter.isChanged else { return rows }
    // The market named them, whatever it was that has changed.
    for index in rows.indices where rows[index].marks.updates.isEmpty {
      rows[index].marks.updates = [.edited]
    }
    return rows
  }

  /// What a list of starred listings says below its rows.
  func footnotes(_ query: ListQuery) -> [Message] {
    guard query.filter.isStarred, let note = NotebookListings(self).goneNote() else { return [] }
    if !console.capabilities(of: .output).isTerminal { console.report("\(note).") }
    return [note]
  }

  /// A page without its rows.
  package func emptyPage(
    _ query: ListQuery, _ resolved: ResolvedListQuery, total: Int?
  ) throws -> ListingPage {
    var page = ListingPage(
      total: total,
      facets: query.facets(money: market.settings.money, zone: resolved.marketZone),
      own: try market.ownShop(), presentation: query.presentation)
    page.lastVisit = market.showsMarks ? market.visit?.previousEnd : nil
    return page
  }

  /// How to continue a list. `next` uses the market of the prompt, but `--market` may have selected
  /// another for one command.
  private func navigation() throws -> ListingPresentation.Navigation {
    guard scope.mode == .prompt else { return .options }
    return try market.connections.currentProfile().key == market.profile().key
      ? .prompt : .options
  }

  /// The last list on another page.
  package func turn(_ page: (ListQuery) -> Int) async throws -> Output {
    var query = try lastList().query
    guard !query.isAll else {
      return .nothing(
        EmptyState(
          reason: "The list was shown in full, without pages.", lead: "By page",
          try: query.command(page: 1)))
    }
    query.page = page(query)
    return try await list(query)
  }

  /// The last list, fetched again.
  package func refresh() async throws -> Output {
    let query = try lastList().query
    market.caches.forgetCollections()
    market.caches.expire()
    return try await list(query)
  }

  /// The page on the screen in another layout, which later lists of this prompt have, too. Sends no
  /// request if its rows are known.
  package func lay(_ layout: ListLayout) async throws -> Output {
    var last = try lastList()
    if scope.isTyped { browser.layout = layout }
    last.query.presentation.layout = layout
    guard var listing = last.listing, listing.cachedAt == nil || market.mayUseCache else {
      return try await list(last.query)
    }
    listing.presentation.layout = layout
    try record(last.query, listing, ids: listing.rows.map(\.product.id))
    return .listings(listing)
  }

  private func lastList() throws -> ListingBrowser.ShownList {
    guard let last = browser.lastList(in: try market.profile().key) else {
      throw SellerError.noPageYet
    }
    return last
  }

  package func record(_ query: ListQuery, _ listing: ListingPage?, ids: [Int]) throws {
    browser.record(.init(query: query, listing: listing, ids: ids), in: try market.profile().key)
  }
}

// The defaults of a list.
extension Listings {
  private var preferences: Settings { market.settings.preferences }
  package var layout: ListLayout {
    (scope.isTyped ? browser.layout : nil) ?? preferences.layout ?? .table
  }

  package var sort: ListingSort { preferences.sort ?? .newest }

  /// Sets the default page size: everything where no person reads the answer page by page, such as
  /// a pipe or a file; else that of the settings; otherwise at a prompt as many as fit into the
  /// window, 20 elsewhere.
  package func fit(_ query: inout ListQuery, choosesPage: Bool = false) {
    let out = console.capabilities(of: .output)
    query.isAll = query.isAll || !choosesPage && (!out.isTerminal || market.options.out != nil)
    if let chosen = preferences.perPage {
      query.perPage = chosen
    } else if scope.isTyped, out.isTerminal, !market.settings.usesScreenReader {
      query.perPage = query.presentation.pageSize(
        in: out.size,
        pictures: PictureDrawing(market.access.core, on: console).space(
          for: query.picturePreference))
      query.presentation.isFitted = !query.isAll
    } else {
      query.perPage = ListQuery.usualPageSize
    }
  }
}
