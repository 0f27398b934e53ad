import CommandLanguage
package import Foundation
package import MarketRender
package import MarketWire
package import OpenMarketClient

extension ListQuery {
  /// The query as a market can answer it.
  ///
  /// - Parameters:
  ///   - own: the seller's shop.
  ///   - timeZone: the seller's. Days are in it if the market sends exact times, otherwise in UTC.
  ///   - extensions: what the market can do.
  package func resolved(
    own: OwnShop?, timeZone: TimeZone, extensions: MarketExtensions
  ) -> ResolvedListQuery {
    ResolvedListQuery(self, own: own, timeZone: timeZone, extensions: extensions)
  }
}

/// Splits a list query into the part that the market does and the part that is done here. The
/// result does not depend on what the market can do.
package struct ResolvedListQuery: Hashable, Sendable {
  /// The filter sent to the market; it matches every wanted listing, and perhaps more.
  package let sent: ListingFilter
  package let sentSort: ListingSort
  /// The wanted order.
  package let sort: ListingSort
  /// Whether the market does all of it, page by page.
  package let isLeftToMarket: Bool
  /// Whether to store the collected list, because the market would have to send it again.
  package let isWorthKeeping: Bool
  /// The time zone of the days, if it is not the seller's.
  package let marketZone: String?
  private let wanted: ListingFilter
  /// The seller's shop, if only own listings are wanted.
  private let own: OwnShop?
  /// The case-folded word that a name must contain, if the shop's name does not count.
  private let word: String?
  /// The case-folded word that a name or the description must contain.
  private let anywhere: String?

  fileprivate init(
    _ whole: ListQuery, own: OwnShop?, timeZone: TimeZone, extensions: MarketExtensions
  ) {
    let (query, sort) = (whole.filter, whole.sort)
    var filter = query.wireFilter(
      own: own, timeZone: extensions.supports(.exactDates) ? timeZone : .gmt)
    let anywhere = query.searchesDescriptions ? query.search : nil
    if anywhere != nil { filter.search = nil }
    let canFilter = filter.isSearchOnly || extensions.supports(.filter)
    let canSort = sort.isDefault || extensions.supports(.sort)
    var sent = canFilter ? filter : .all
    if !canFilter {
      // Either shortens the list to read; a shop's name usually shortens it more.
      sent.search = (query.isMine ? own?.name : query.seller) ?? filter.search
    }
    let isNamedOnly = query.isMine && query.search != nil && anywhere == nil
    let isSame = !isNamedOnly || !Self.mayMeanShop(query.search ?? "", own)
    if query.isMine {
      filter.vendor = nil
      filter.search = nil
    }
    self.sent = sent
    self.sentSort = canSort ? sort : .newest
    self.sort = sort
    self.own = query.isMine ? own : nil
    isWorthKeeping =
      !canFilter || !canSort || anywhere != nil && !extensions.supports(.filter)
    let hasOtherDays = !extensions.supports(.exactDates) && !Self.isUTC(timeZone)
    marketZone = query.hasDays && hasOtherDays ? "UTC" : nil
    isLeftToMarket = canFilter && canSort && isSame && whole.codeOrder == nil && anywhere == nil
    wanted = filter
    word = isNamedOnly ? query.search.map(Folding.folded) : nil
    self.anywhere = anywhere.map(Folding.folded)
  }

  /// Whether a listing is wanted.
  package func fits(_ product: Product) -> Bool {
    guard own?.owns(product) ?? true, wanted.matches(product) else { return false }
    if let anywhere {
      // As without descriptions, the shop's name does not count among the seller's listings.
      let names = Folding.searchText(
        name: product.name, vendor: own == nil ? product.vendor.name : nil)
      return Folding.isSubstring(anywhere, of: names)
        || Folding.isSubstring(anywhere, of: Folding.folded(product.description ?? ""))
    }
    guard let word else { return true }
    return Folding.isSubstring(word, of: Folding.folded(product.name))
  }

  /// The request for a page of the filter sent to the market.
  package func request(page: Int = 1, perPage: Int) -> ListProducts {
    ListProducts(pageNumber: page, itemsPerPage: perPage, filter: sent, sort: sentSort)
  }

  private static func isUTC(_ timeZone: TimeZone) -> Bool {
    ["GMT", "UTC", "Etc/UTC", "Etc/GMT"].contains(timeZone.identifier)
  }

  /// Whether a search may match the shop's name. Among own listings only names of listings are
  /// searched. A market searches the shop's name too, which only matters if it contains the word.
  private static func mayMeanShop(_ search: String, _ own: OwnShop?) -> Bool {
    guard let name = own?.name else { return true }
    let word = Folding.folded(search)
    return word.contains("\n") || Folding.isSubstring(word, of: Folding.folded(name))
  }
}
