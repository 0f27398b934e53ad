package import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import Messages

extension FilterOptions {
  /// Returns the filter of a command.
  ///
  /// - Parameters:
  ///   - isWrite: Whether the command has the options of ``writing``, for the seller's listings
  ///     only.
  ///   - listings: The source of the currency for amounts without one.
  package static func filter(
    _ input: Input, isWrite: Bool = false, in listings: Listings
  ) async throws -> ListQuery.Filter {
    var filter = ListQuery.Filter()
    filter.search = (input.value(of: FilterOptions.search) ?? nil)?.value
    filter.searchesDescriptions = input.value(of: FilterOptions.descriptions) ?? false
    if filter.searchesDescriptions, let word = input.value(of: FilterOptions.search), word == nil {
      throw SellerError.filter(
        "\(command: "--descriptions") needs \(command: "--search")", at: "--descriptions")
    }
    filter.isMine = isWrite || input.value(of: FilterOptions.mine) ?? false
    if !isWrite, let shop = (input.value(of: FilterOptions.seller) ?? nil)?.value {
      filter.seller = try await listings.shopName(shop)
    }
    filter.currency = (input.value(of: FilterOptions.currency) ?? nil)?.currency
    filter.isInStock = input.value(of: FilterOptions.inStock) ?? false
    filter.isSoldOut = input.value(of: FilterOptions.soldOut) ?? false
    filter.below = (input.value(of: FilterOptions.below) ?? nil)?.value
    filter.isDiscounted = input.value(of: FilterOptions.discounted) ?? false
    filter.isStarred = input.value(of: FilterOptions.starred) ?? false
    filter.isChanged = input.value(of: FilterOptions.changed) ?? false
    try await setPrices(of: &filter, input, listings.market)
    let day = input.value(of: FilterOptions.on) ?? nil
    filter.since = day ?? input.value(of: FilterOptions.since) ?? nil
    filter.until = day ?? input.value(of: FilterOptions.until) ?? nil
    if let first = filter.since, let last = filter.until, first > last {
      throw SellerError.filter(
        """
        \(command: "--since \(first)") is after \(command: "--until \(last)")
        """, at: "--until")
    }
    return filter
  }

  /// Sets the price range in one currency: the written one, otherwise the seller's.
  private static func setPrices(
    of filter: inout ListQuery.Filter, _ input: Input, _ market: CurrentMarket
  ) async throws {
    let bounds = [
      ("--min-price", input.value(of: FilterOptions.minPrice) ?? nil),
      ("--max-price", input.value(of: FilterOptions.maxPrice) ?? nil),
    ]
    var currency = filter.currency
    for case (let option, let amount?) in bounds {
      let other = currency ?? amount.currency
      currency = amount.currency ?? currency
      guard currency == other else {
        throw SellerError.filter(
          """
          \(formatted: "\(option) \(amount)") is not in \(formatted: other?.rawValue ?? ""), the \
          currency of the other amount
          """, at: option)
      }
    }
    filter.currency = currency
    guard bounds.contains(where: { $0.1 != nil }) else { return }
    let isDry = input.value(of: WriteOptions.dryRun) ?? false
    filter.currency = try await market.currency(currency, savesAnswer: !isDry)
    filter.minPrice = bounds[0].1?.amount
    filter.maxPrice = bounds[1].1?.amount
    if let low = filter.minPrice, let high = filter.maxPrice, low > high {
      throw SellerError.filter(
        """
        \(command: "--min-price \(low)") is more than \(command: "--max-price \(high)")
        """, at: "--min-price")
    }
  }
}
