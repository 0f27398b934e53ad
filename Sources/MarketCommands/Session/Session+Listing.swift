/// Pages of listings, and going on from one to the next.
import CommandLanguage
import MarketRender
import MarketWire
import OpenMarketClient

/// What a list was asked for.
struct ListRequest: Hashable, Sendable {
  /// From 1.
  var page: Int
  var perPage: Int
  var search: String?
  var isMine: Bool

  /// The command that gives this list on `page`.
  func command(page: Int) -> String {
    var words = ["list"]
    if isMine { words.append("--mine") }
    if let search { words.append("--search \(Quoting.quote(search))") }
    if perPage != 20 { words.append("--per-page \(perPage)") }
    if page != 1 { words.append("--page \(page)") }
    return words.joined(separator: " ")
  }
}

extension Session {
  /// Fetches a page and keeps it as the one that `next` and `@page` go by.
  func list(_ request: ListRequest) async throws -> Output {
    let reading = try await activity.show("listings") {
      request.isMine ? try await ownPage(request) : try await marketPage(request)
    }
    let page = try value(of: reading)
    // A page behind the last one shows nothing, so the one before it stays on the screen.
    if !page.products.isEmpty || request.page == 1 {
      let market = try profile().key
      withState { state in
        state.lastList = Session.InMarket(market: market, value: request)
        state.page = Session.InMarket(market: market, value: page.products.map(\.id))
      }
    }
    var listing = ProductListing(
      rows: rows(page.products), page: request.page, lastPage: page.lastPage,
      total: page.totalCount, own: try ownShop(),
      navigation: mode == .prompt ? .prompt : .options,
      absence: try absence(request, page))
    if request.isMine { listing.facets.append("mine") }
    if let search = request.search { listing.facets.append("\"\(search)\"") }
    return .products(listing)
  }

  /// The last list on another page.
  func turn(_ page: (ListRequest) throws -> Int) async throws -> Output {
    guard var request = try remembered(\.lastList) else { throw SellerError.noPageYet }
    request.page = try page(request)
    return try await list(request)
  }

  private func marketPage(_ request: ListRequest) async throws -> MarketWire.Reading<ProductPage> {
    try await client().products(
      page: request.page, perPage: request.perPage, search: request.search)
  }

  /// The market can be asked for a word only, not for a shop: the shop's name narrows what is
  /// read, and what others sell is left out here.
  private func ownPage(_ request: ListRequest) async throws -> MarketWire.Reading<ProductPage> {
    guard let own = try ownShop() else {
      return MarketWire.Reading(
        ProductPage(
          pageNumber: request.page, itemsPerPage: request.perPage, totalCount: 0, products: []))
    }
    let word = request.search.map { Folding.folded($0) }
    var products: [Product] = []
    var issues: [ReadIssue] = []
    for try await page in try await client().listings(search: own.name, perPage: 1000).pages {
      issues += page.issues
      products += page.value.products.filter { product in
        own.owns(product) && (word.map(Folding.folded(product.name).contains) ?? true)
      }
    }
    let (before, isTooFar) = (request.page - 1).multipliedReportingOverflow(by: request.perPage)
    let start = isTooFar ? products.count : min(before, products.count)
    let end = min(start + request.perPage, products.count)
    return MarketWire.Reading(
      ProductPage(
        pageNumber: request.page, itemsPerPage: request.perPage, totalCount: products.count,
        products: Array(products[start..<end])), issues: issues)
  }

  /// Only a shop that was opened here has its name for certain. Elsewhere it is what was typed at
  /// login, and that nothing is sold under it is all that is known.
  private func ownAbsence() throws -> String {
    let profile = try profile()
    let isCertain = profile.isHome && profile.vendorID != nil
    guard !isCertain, let shop = profile.shop else { return "You sell nothing here yet." }
    return "Nothing here is sold by a shop named \"\(shop)\"."
  }

  private func absence(_ request: ListRequest, _ page: ProductPage) throws -> Absence {
    if let last = page.lastPage, last > 0, request.page > last {
      return Absence(
        reason: last == 1 ? "There is only 1 page." : "There are only \(last) pages.",
        lead: "Last one",
        try: request.command(page: last))
    }
    switch (request.isMine, request.search) {
    case (true, let search?):
      return Absence(
        reason: "Nothing matches \"\(search)\" among your listings.", lead: "Look everywhere",
        try: "list --search \(Quoting.quote(search))")
    case (true, nil):
      return Absence(reason: try ownAbsence(), lead: "Begin", try: "help add")
    case (false, let search?):
      return Absence(
        reason: "Nothing matches \"\(search)\".", lead: "See everything", try: "list")
    case (false, nil):
      return Absence(
        reason: "This market is empty.", lead: "Sell something",
        try: try profile().isHome ? "demo load" : "help add")
    }
  }
}
