/// Lists of listings, and going on from one to the next.
import CommandLanguage
import MarketRender
import MarketWire
import OpenMarketClient
import TerminalKit

extension Session {
  /// Fetches a page and keeps it as the one that `next` and `@page` go by.
  func list(_ request: ListRequest) async throws -> Output {
    if request.isAll { return try await listAll(request) }
    let plan = try await plan(request.narrowing, sort: request.sort)
    let page = try await activity.show("listings", isCounted: !plan.isLeftToMarket) {
      try await self.page(request, plan)
    }
    var listing = ProductListing(
      rows: rows(page.products), page: request.page, lastPage: page.lastPage,
      total: page.totalCount, facets: request.facets(money: money, zone: plan.marketZone),
      own: try ownShop(), navigation: try navigation(),
      layout: request.layout,
      emptyState: page.products.isEmpty
        ? try await emptyState(request, page) : EmptyState(reason: "There is no listing here."))
    listing.namesPictures = request.namesPictures ?? false
    listing.drawsPictures = request.namesPictures
    listing.hasThumbnails = request.hasThumbnails
    listing.ordersAmounts = request.ordersAmounts
    // A page behind the last one shows nothing, so the one before it stays on the screen.
    if !page.products.isEmpty || request.page == 1 {
      try keep(request, listing, ids: page.products.map(\.id))
    }
    tellOfMore(request, listing)
    return .products(listing)
  }

  /// How one goes on: `next` asks the market that the prompt is in, which `--market` may have left
  /// for one command.
  private func navigation() throws -> ProductListing.Navigation {
    guard mode == .prompt else { return .options }
    let name = withState { $0.currentName }
    let here = try profile(named: name ?? markets().defaultName)
    return try here.key == profile().key ? .prompt : .options
  }

  /// The last list on another page.
  func turn(_ page: (ListRequest) -> Int) async throws -> Output {
    guard var request = try remembered(\.lastList) else { throw SellerError.noPageYet }
    guard !request.isAll else {
      return .nothing(
        EmptyState(
          reason: "That was all of it, without pages.", lead: "By pages",
          try: request.command(page: 1)))
    }
    request.page = page(request)
    return try await list(request)
  }

  /// The last list, asked for anew.
  func refresh() async throws -> Output {
    guard let request = try remembered(\.lastList) else { throw SellerError.noPageYet }
    forgetShelves()
    revalidationCache.forget()
    pictureLoader.doubt(at: environment.now())
    return try await list(request)
  }

  /// The page on the screen in another layout; the market is not asked where its rows are known.
  func lay(_ layout: ProductListing.Layout) async throws -> Output {
    guard var request = try remembered(\.lastList) else { throw SellerError.noPageYet }
    keepList(layout: layout)
    request.layout = layout
    guard var listing = try remembered(\.lastListing), listing.keptAt == nil || mayShowKept else {
      return try await list(request)
    }
    listing.layout = layout
    try keep(request, listing, ids: listing.rows.map(\.product.id))
    return .products(listing)
  }

  func keep(_ request: ListRequest, _ listing: ProductListing?, ids: [Int]) throws {
    let market = try profile().key
    withState { state in
      state.lastList = Session.InMarket(market: market, value: request)
      state.lastListing = listing.map { Session.InMarket(market: market, value: $0) }
      state.page = Session.InMarket(market: market, value: ids)
    }
  }

  /// Keeps an answer that is made of listings for `again`; one that came in pieces is gone.
  func remember(_ output: Output) {
    noteShown(output)
    switch output {
    case .products, .detail, .details, .change, .changes: withState { $0.lastAnswer = output }
    case .rows: withState { $0.lastAnswer = nil }
    default: break
    }
  }

  /// A program that reads a list must not take a page for all of it.
  private func tellOfMore(_ request: ListRequest, _ listing: ProductListing) {
    guard !request.isCut, !capabilities(of: .output).isTerminal, let total = listing.total,
      total > listing.rows.count, !listing.rows.isEmpty
    else { return }
    report("These are \(listing.rows.count) of \(total) listings; --all gives all of them.")
  }
}
