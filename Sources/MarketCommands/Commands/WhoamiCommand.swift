import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerSession

enum WhoamiCommand: Command {
  static let spec = CommandSpec(
    "whoami", aliases: ["내정보"], group: .market, summary: "Show the current market and your shop",
    discussion: "since is the day of your first listing; the market is asked for it.",
    fields: ["market", "url", "shop", "vendor_id", "signed_in", "since", "listings"],
    examples: ["whoami"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let profile = try context.market.profile()
    let history = await shopHistory(in: context)
    let dates = DateText(now: context.environment.now(), timeZone: context.environment.timeZone)
    return .record(
      Record([
        .init("market", label: "market", .text(profile.name)),
        .init("url", label: "url", .text(profile.url)),
        .init("shop", label: "shop", .text(profile.shop)),
        .init("vendor_id", label: "vendor id", .integer(profile.vendorID)),
        .init("signed_in", label: "signed in", .flag(profile.credentials != nil)),
        .init(
          "since", label: "since",
          Cell(
            history?.first.map { .string(dates.day(of: $0)) } ?? .null,
            display: history?.first.map { "\(formatted: dates.day(of: $0)) · \(dates.since($0))" }
          )),
        .init("listings", label: "listings", .integer(history?.count)),
      ]))
  }

  /// The first listing and the number of listings; nil if the market does not answer
  /// soon, or would have to send all of its listings.
  private static func shopHistory(
    in context: CommandContext
  ) async -> (first: Product?, count: Int?)? {
    let hurried = context.reading(from: ReadSource(isHurried: true))
    var query = ListQuery(perPage: 1)
    query.filter.isMine = true
    query.sort = ListingSort(.oldest, isDescending: false)
    do {
      guard try hurried.market.ownShop() != nil else { return nil }
      let resolved = try await hurried.listings.resolved(query)
      guard resolved.isLeftToMarket else { return nil }
      let page = try await hurried.listings.page(query, resolved)
      return (page.products.first, page.totalCount)
    } catch {
      return nil
    }
  }
}

extension DateText {
  /// The day of a listing: the seller's own if the market sends the time of day, otherwise that of
  /// the market.
  fileprivate func day(of product: Product) -> String {
    product.createdAtExact.map(localDayText) ?? product.createdAt?.dayText ?? ""
  }

  fileprivate func since(_ product: Product) -> Message {
    product.createdAtExact.map(since(moment:)) ?? product.createdAt.map(since(day:)) ?? ""
  }
}
