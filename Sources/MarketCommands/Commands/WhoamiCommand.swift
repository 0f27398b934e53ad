import CommandLanguage
import Formatting
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
    let dates = context.dates
    return .record(
      Record([
        .init("market", label: "market", .text(profile.name)),
        .init("url", label: "url", .text(profile.url)),
        .init("shop", label: "shop", try shop(of: profile, in: context)),
        .init("vendor_id", label: "vendor id", .integer(profile.vendorID)),
        .init("signed_in", label: "signed in", signedIn(profile)),
        .init(
          "since", label: "since",
          Cell(
            history?.first.map { .string(dates.day(of: $0)) } ?? .null,
            display: history?.first.map { "\(formatted: dates.day(of: $0)) · \(dates.since($0))" }
          )),
        .init("listings", label: "listings", .integer(history?.count)),
      ]))
  }

  /// The shop, or the name that it gets with the first listing at home.
  private static func shop(of profile: MarketProfile, in context: CommandContext) throws -> Cell {
    let saved = (try? context.settings.settings())?.shop
    guard profile.shop == nil, profile.isHome else { return .text(profile.shop) }
    return Cell(
      .null,
      display: saved.map { "\($0) (opens with your first add)" } ?? "opens with your first add")
  }

  /// Home needs no sign-in.
  private static func signedIn(_ profile: MarketProfile) -> Cell {
    let isSignedIn = profile.credentials != nil
    guard profile.isHome, !isSignedIn else { return .flag(isSignedIn) }
    return Cell(.bool(false), display: "not needed on this machine")
  }

  /// The first listing and the number of listings; nil if the market does not answer
  /// soon, or would have to send all of its listings.
  private static func shopHistory(
    in context: CommandContext
  ) async -> (first: Product?, count: Int?)? {
    let hurried = context.with(context.options, from: ReadSource(isHurried: true))
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
