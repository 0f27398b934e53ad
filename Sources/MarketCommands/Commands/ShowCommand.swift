import CommandLanguage
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession

enum ShowCommand: Command {
  static let listings = ListingTargets.plain

  static let spec = CommandSpec(
    "show", aliases: ["view", "get", "보기"], group: .look, summary: "Show listings in full",
    discussion: """
      A range means the listings in it that exist. The other options filter the named listings, \
      or all listings.
      """,
    traits: .worksOffline, fields: ListingField.keys,
    grammar: [listings] + FilterOptions.looking + [PageOptions.pictures],
    rules: [
      .atLeastOne(
        [listings] + FilterOptions.looking,
        description: "a listing such as 12 or @MUG-01, or a filter such as --search")
    ] + FilterOptions.lookingRules,
    examples: ["show 12", "show @MUG-01 --json", "show 12..20 --sold-out", "show --mine -s mug"])

  /// The maximum number of listings. More would be hard to read.
  private static let limit = 200

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let targets = try await context.listings.read(input[listings])
    let filter = try await FilterOptions.filter(input, in: context.listings)
    guard !targets.isEmpty || !filter.isAll else { throw SellerError.noTarget }
    let own = try context.market.ownShop()
    func detail(_ product: Product) -> ListingDetail {
      ListingDetail(
        context.market.row(product), isOwn: own?.owns(product) ?? false,
        pictures: PicturePreference(input[PageOptions.pictures]))
    }
    if targets.count == 1, targets[0].isSingle, filter.isAll {
      let id = try context.listings.id(of: targets[0])
      let product = try context.market.value(of: try await showing(id, in: context))
      let shown = detail(product)
      context.market.recordSeen([ListingSnapshot(product)], revision: nil)
      return .detail(shown)
    }
    let products =
      targets.isEmpty
      ? try await fitting(filter, in: context)
      : try await named(targets, filter, in: context)
    guard products.count <= limit else { throw SellerError.tooManyToShow(limit: limit) }
    let details = products.map(detail)
    context.market.recordSeen(products.map { ListingSnapshot($0) }, revision: nil)
    return .details(details)
  }

  /// Reads a listing; if it was removed, says how to see the notes on it.
  private static func showing(
    _ id: Int, in context: CommandContext
  ) async throws -> MarketWire.Decoded<Product> {
    let client = try await context.market.client()
    do throws(ClientError) {
      let reading = try await client.product(id)
      context.market.recordExisting(reading.value)
      return reading
    } catch {
      if error.isRemoval { context.market.recordGone(id) }
      if error.code == .notFound, context.market.markReader(for: []).entries[id] != nil {
        context.console.report("Your notes on \(id) are still there: \(command: "note \(id)")")
      }
      throw try await context.listings.movedListing(id, error) ?? error
    }
  }

  static func named(
    _ targets: [ListingTarget], _ filter: ListQuery.Filter, in context: CommandContext
  ) async throws -> [Product] {
    let found = try await context.listings.products(targets).products
    guard !filter.isAll else { return found }
    let resolved = try await context.listings.resolved(filter)
    let fitting = found.filter(resolved.fits)
    guard !fitting.isEmpty else {
      throw context.listings.noneFits(filter, among: .named(found.count))
    }
    return fitting
  }

  private static func fitting(
    _ filter: ListQuery.Filter, in context: CommandContext
  ) async throws -> [Product] {
    let query = ListQuery(filter: filter, perPage: limit + 1)
    let resolved = try await context.listings.resolved(query)
    let page = try await context.activity.show("listings", isCounted: !resolved.isLeftToMarket) {
      try await context.listings.page(query, resolved)
    }
    guard !page.products.isEmpty else {
      throw context.listings.noneFits(filter, among: filter.isMine ? .own(nil) : .market(nil))
    }
    guard page.products.count <= limit else { throw SellerError.tooManyToShow(limit: limit) }
    return try await context.listings.details(of: page.products)
  }
}
