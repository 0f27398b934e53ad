/// Which part of a list its market does, and which part is left to do here.
import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import OpenMarketClient

/// The way to a list. What comes out is the same whatever the market can do.
struct ListPlan: Hashable, Sendable {
  /// What the market is asked for: all that is meant, and maybe more.
  let sent: ListingFilter
  let sentSort: ListingSort
  /// The order that is meant.
  let sort: ListingSort
  /// Whether the market does all of it, page by page.
  let isLeftToMarket: Bool
  /// Whether what was read for it is worth keeping, since the market would have to send it again.
  let isKept: Bool
  /// The zone of the days that are meant, where these are not the seller's own.
  let marketZone: String?
  private let meant: ListingFilter
  /// Whose listings are meant, where these are one's own.
  private let own: OwnShop?
  /// What a name must hold, folded, where the shop's name does not count.
  private let word: String?

  /// - Parameters:
  ///   - own: one's own shop.
  ///   - timeZone: the seller's; days are meant in it where the market sends exact moments, and
  ///     in UTC, in which it counts days, elsewhere.
  ///   - extensions: what the market can do.
  init(
    _ narrowing: Narrowing, sort: ListingSort, own: OwnShop?, timeZone: TimeZone,
    extensions: MarketExtensions
  ) {
    var filter = narrowing.filter(
      own: own, timeZone: extensions.offers(.exactDates) ? timeZone : .gmt)
    let canFilter = filter.isPlain || extensions.offers(.filter)
    let canSort = sort.isPlain || extensions.offers(.sort)
    var sent = canFilter ? filter : .all
    if !canFilter {
      // Either narrows what has to be read; that of a shop usually does so more.
      sent.search = (narrowing.isMine ? own?.name : narrowing.seller) ?? narrowing.search
    }
    let isNamedOnly = narrowing.isMine && narrowing.search != nil
    let isSame = !isNamedOnly || !Self.mayMeanShop(narrowing.search ?? "", own)
    if narrowing.isMine {
      filter.vendor = nil
      filter.search = nil
    }
    self.sent = sent
    self.sentSort = canSort ? sort : .newest
    self.sort = sort
    self.own = narrowing.isMine ? own : nil
    isKept = !canFilter || !canSort
    let hasForeignDays = !extensions.offers(.exactDates) && !Self.isUTC(timeZone)
    marketZone = narrowing.hasDays && hasForeignDays ? "UTC" : nil
    isLeftToMarket = canFilter && canSort && isSame
    meant = filter
    word = isNamedOnly ? narrowing.search.map(Folding.folded) : nil
  }

  /// Whether a listing, found in whatever way, is meant.
  func fits(_ product: Product) -> Bool {
    guard own?.owns(product) ?? true, meant.matches(product) else { return false }
    guard let word else { return true }
    return Folding.isPart(word, of: Folding.folded(product.name))
  }

  /// A page of what the market is asked for.
  func query(page: Int = 1, perPage: Int) -> ListProducts {
    ListProducts(pageNumber: page, itemsPerPage: perPage, filter: sent, sort: sentSort)
  }

  private static func isUTC(_ timeZone: TimeZone) -> Bool {
    ["GMT", "UTC", "Etc/UTC", "Etc/GMT"].contains(timeZone.identifier)
  }

  /// Among one's own, a word is looked for in names of listings only. A market finds the shop's
  /// name too, which makes no difference where that does not hold the word.
  private static func mayMeanShop(_ search: String, _ own: OwnShop?) -> Bool {
    guard let name = own?.name else { return true }
    let word = Folding.folded(search)
    return word.contains("\n") || Folding.isPart(word, of: Folding.folded(name))
  }
}

extension Session {
  /// The way to a list in the market in use.
  func plan(_ narrowing: Narrowing, sort: ListingSort = .newest) async throws -> ListPlan {
    let own = try ownShop()
    // What every market can do needs no question.
    let isPlain = narrowing.filter(own: own, timeZone: .gmt).isPlain && sort.isPlain
    let extensions = isPlain ? MarketExtensions([]) : try await client().extensions()
    return ListPlan(
      narrowing, sort: sort, own: own, timeZone: environment.timeZone, extensions: extensions)
  }
}
