/// `show <listing>`: listings in full.
import CommandLanguage
import MarketRender
import MarketWire
import OpenMarketClient

enum ShowCommand: Command {
  static let listings = Argument<[ListingTarget]>(
    "listing", help: "ids, ranges such as 12..20, or codes such as @MUG-01"
  ).role(.targets)

  static let spec = CommandSpec(
    "show", aliases: ["view", "get", "보기"], group: .look, summary: "Show listings in full",
    discussion: """
      A range means the listings that there are in it. The other options choose among the \
      listings that are named, or among all there are.
      """,
    traits: .worksOffline, fields: ProductField.keys,
    grammar: [listings] + FilterOptions.looking + [PageOptions.pictures],
    rules: [
      .atLeastOne(
        [listings] + FilterOptions.looking,
        told: "a listing such as 12 or @MUG-01, or a filter such as --search")
    ] + FilterOptions.lookingRules,
    examples: ["show 12", "show @MUG-01 --json", "show 12..20 --sold-out", "show --mine -s mug"])

  /// Nobody reads more at once.
  private static let limit = 200

  static func run(_ input: Input, in session: Session) async throws -> Output {
    let targets = input[listings]
    let narrowing = try session.narrowing(input)
    guard !targets.isEmpty || !narrowing.isAll else { throw SellerError.nothingMeant }
    let own = try session.ownShop()
    func detail(_ product: Product) -> ProductDetail {
      ProductDetail(
        session.row(product), isOwn: own?.owns(product) ?? false,
        showsPictures: input[PageOptions.pictures] != .off,
        drawsPictures: input[PageOptions.pictures] == .on ? true : nil)
    }
    if targets.count == 1, targets[0].isSingle, narrowing.isAll {
      let id = try session.id(of: targets[0])
      return .detail(detail(try session.value(of: try await session.client().product(id))))
    }
    let products =
      targets.isEmpty
      ? try await fitting(narrowing, in: session)
      : try await named(targets, narrowing, in: session)
    guard products.count <= limit else { throw SellerError.tooManyToShow(limit: limit) }
    return .details(products.map(detail))
  }

  static func named(
    _ targets: [ListingTarget], _ narrowing: Narrowing, in session: Session
  ) async throws -> [Product] {
    let found = try await session.products(targets).products
    guard !narrowing.isAll else { return found }
    let plan = try await session.plan(narrowing)
    let fitting = found.filter(plan.fits)
    guard !fitting.isEmpty else {
      throw session.noneFits(narrowing, among: "these \(found.count) listings")
    }
    return fitting
  }

  private static func fitting(
    _ narrowing: Narrowing, in session: Session
  ) async throws -> [Product] {
    let request = ListRequest(narrowing: narrowing, perPage: limit + 1)
    let plan = try await session.plan(narrowing)
    let page = try await session.activity.show("listings", isCounted: !plan.isLeftToMarket) {
      try await session.page(request, plan)
    }
    guard !page.products.isEmpty else {
      throw session.noneFits(
        narrowing, among: narrowing.isMine ? "your listings" : "the listings here")
    }
    guard page.products.count <= limit else { throw SellerError.tooManyToShow(limit: limit) }
    return try await session.details(of: page.products)
  }
}
