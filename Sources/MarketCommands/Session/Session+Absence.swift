/// Why a list is empty, with true numbers, and what to try.
import CommandLanguage
import MarketRender
import MarketWire

extension Session {
  /// Why a page has no rows.
  func emptyState(_ request: ListRequest, _ page: ProductPage) async throws -> EmptyState {
    if let last = page.lastPage, last > 0, request.page > last {
      return EmptyState(
        reason: last == 1 ? "There is only 1 page." : "There are only \(last) pages.",
        lead: "Last one", try: request.command(page: last))
    }
    let narrowing = request.narrowing
    let shop = narrowing.shopOnly
    let count = narrowing == shop ? 0 : try await self.count(shop)
    if count == 0 { return try await emptyStateOfShop(shop) }
    let word = narrowing.search
    let reason: String
    if let word, narrowing.withoutSearch == shop {
      reason = "Nothing matches \"\(word)\" among \(Self.scope(shop, count))."
    } else {
      let plan = try await plan(narrowing)
      let facets = request.narrowing.withoutShop.facets(money: money, zone: plan.marketZone)
      reason = "None of \(Self.scope(shop, count)) fits: \(facets.joined(separator: ", "))."
    }
    if let word, narrowing.withoutSearch == shop, !shop.isAll {
      return EmptyState(
        reason: reason, lead: "Look everywhere", try: "search \(Quoting.quote(word))")
    }
    let command = (["list"] + shop.options).joined(separator: " ")
    return EmptyState(
      reason: reason, lead: shop.isAll ? "See everything" : "See them all", try: command)
  }

  /// `your 40 listings`, `the 3 listings of Pines`, `the 122 listings here`.
  static func scope(_ shop: Narrowing, _ count: Int?) -> String {
    let number = count.map { $0 == 1 ? "1 listing" : "\($0) listings" } ?? "listings"
    if shop.isMine { return "your \(number)" }
    return "the \(number) \(shop.seller.map { "of \($0)" } ?? "here")"
  }

  /// Why there is nothing of a shop, or nothing at all.
  private func emptyStateOfShop(_ shop: Narrowing) async throws -> EmptyState {
    if shop.isMine {
      return EmptyState(reason: try emptyShopReason(), lead: "Begin", try: "help add")
    }
    if let seller = shop.seller {
      return EmptyState(
        reason: "Nothing here is sold by a shop named \"\(seller)\".", lead: "Look for it",
        try: "search \(Quoting.quote(seller))")
    }
    return EmptyState(
      reason: "This market is empty.", lead: "Sell something",
      try: try profile().isHome ? "demo load" : "help add")
  }

  /// Only a shop that was opened here has its name for certain. Elsewhere it is what was typed at
  /// login, and that nothing is sold under it is all that is known.
  private func emptyShopReason() throws -> String {
    let profile = try profile()
    let isCertain = profile.isHome && profile.vendorID != nil
    guard !isCertain, let shop = profile.shop else { return "You sell nothing here yet." }
    return "Nothing here is sold by a shop named \"\(shop)\"."
  }

  /// How many listings there are of it; nil where the market does not say.
  private func count(_ narrowing: Narrowing) async throws -> Int? {
    let request = ListRequest(narrowing: narrowing, perPage: 1)
    return try await page(request, try await plan(narrowing)).totalCount
  }
}
