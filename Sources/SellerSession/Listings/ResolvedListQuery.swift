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
  ///   - timeZone: the seller's. Days are days in it if the market sends exact moments, else in UTC.
  ///   - extensions: what the market can do.
  package func resolved(
    own: OwnShop?, timeZone: TimeZone, extensions: MarketExtensions
  ) -> ResolvedListQuery {
    ResolvedListQuery(filter, sort: sort, own: own, timeZone: timeZone, extensions: extensions)
  }
}

/// Which part of a list its market does, and which part is left to do here. The result is the same
/// whatever the market can do.
package struct ResolvedListQuery: Hashable, Sendable {
  /// What the market is asked for: everything that is wanted, and perhaps more.
  package let sent: ListingFilter
  package let sentSort: ListingSort
  /// The wanted order.
  package let sort: ListingSort
  /// Whether the market does all of it, page by page.
  package let isLeftToMarket: Bool
  /// Whether what was read is worth keeping, because the market would have to send it again.
  package let isWorthKeeping: Bool
  /// The time zone of the days, if it is not the seller's.
  package let marketZone: String?
  private let wanted: ListingFilter
  /// The seller's shop, if only own listings are wanted.
  private let own: OwnShop?
  /// What a name must contain, folded, if the shop's name does not count.
  private let word: String?

  fileprivate init(
    _ query: ListQuery.Filter, sort: ListingSort, own: OwnShop?, timeZone: TimeZone,
    extensions: MarketExtensions
  ) {
    var filter = query.wireFilter(
      own: own, timeZone: extensions.supports(.exactDates) ? timeZone : .gmt)
    let canFilter = filter.isSearchOnly || extensions.supports(.filter)
    let canSort = sort.isDefault || extensions.supports(.sort)
    var sent = canFilter ? filter : .all
    if !canFilter {
      // Either shortens the list to read; a shop's name usually does so more.
      sent.search = (query.isMine ? own?.name : query.seller) ?? query.search
    }
    let isNamedOnly = query.isMine && query.search != nil
    let isSame = !isNamedOnly || !Self.mayMeanShop(query.search ?? "", own)
    if query.isMine {
      filter.vendor = nil
      filter.search = nil
    }
    self.sent = sent
    self.sentSort = canSort ? sort : .newest
    self.sort = sort
    self.own = query.isMine ? own : nil
    isWorthKeeping = !canFilter || !canSort
    let hasForeignDays = !extensions.supports(.exactDates) && !Self.isUTC(timeZone)
    marketZone = query.hasDays && hasForeignDays ? "UTC" : nil
    isLeftToMarket = canFilter && canSort && isSame
    wanted = filter
    word = isNamedOnly ? query.search.map(Folding.folded) : nil
  }

  /// Whether a listing is wanted.
  package func fits(_ product: Product) -> Bool {
    guard own?.owns(product) ?? true, wanted.matches(product) else { return false }
    guard let word else { return true }
    return Folding.isSubstring(word, of: Folding.folded(product.name))
  }

  /// The request for a page of what the market is asked for.
  package func request(page: Int = 1, perPage: Int) -> ListProducts {
    ListProducts(pageNumber: page, itemsPerPage: perPage, filter: sent, sort: sentSort)
  }

  private static func isUTC(_ timeZone: TimeZone) -> Bool {
    ["GMT", "UTC", "Etc/UTC", "Etc/GMT"].contains(timeZone.identifier)
  }

  /// Among own listings a word is searched in names of listings only. A market searches the shop's
  /// name too, which makes a difference only if that contains the word.
  private static func mayMeanShop(_ search: String, _ own: OwnShop?) -> Bool {
    guard let name = own?.name else { return true }
    let word = Folding.folded(search)
    return word.contains("\n") || Folding.isSubstring(word, of: Folding.folded(name))
  }
}
