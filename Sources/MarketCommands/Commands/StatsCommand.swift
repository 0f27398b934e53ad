import Base
import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerSession

enum StatsCommand: Command {
  static let all = Flag("all", short: "a", help: "the listings of all shops, not only yours")
  static let svg = Option<FilePath?>("svg", help: "also draw the statistics into this SVG file")
  static let yes = Flag("yes", short: "y", help: "overwrite an existing file")

  static let spec = CommandSpec(
    "stats", aliases: ["통계"], group: .look, summary: "Show statistics about your listings",
    discussion: """
      The value is price times stock; a price is what a buyer pays. Prices of different \
      currencies are never added. Weeks begin on Monday, in UTC. set low-stock changes what \
      counts as running low.
      """,
    effect: .reads, fields: StatisticsReport.keys,
    grammar: [all] + filters + [svg, yes],
    rules: FilterOptions.lookingRules + [
      .atMostOne([all, FilterOptions.mine]), .atMostOne([all, FilterOptions.seller]),
    ],
    examples: ["stats", "stats --all --currency KRW", "stats --json"])

  private static let filters = FilterOptions.looking

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    var filter = try await FilterOptions.filter(input, in: context.listings)
    filter.isMine = !input[all] && filter.seller == nil
    let summary = try await ListingCounts(context.listings).summary(filter)
    let low = summary.count == 0 ? 0 : try await ListingCounts(context.listings).runningLow(filter)
    let resolved = try await context.listings.resolved(filter)
    let facets = filter.withoutShop.facets(money: context.money, zone: resolved.marketZone)
    let report = StatisticsReport(
      title: title(filter), facets: facets, summary: summary, runningLow: low,
      lowStock: context.settings.preferences.lowStock,
      emptyState: emptyState(filter, in: context.scope),
      now: context.environment.now())
    if let file = input[svg] {
      let text = report.svg(money: context.money, catalog: context.environment.catalog)
      try NewFile.write(
        Array((text).utf8), to: try context.files.path(of: file), named: file.text,
        replacing: input[yes])
      context.console.report("Drew the statistics in \(file.text).")
    }
    return .report(report)
  }

  private static func title(_ filter: ListQuery.Filter) -> Message {
    if filter.isMine { return "your listings" }
    return filter.seller.map { "the listings of \($0)" } ?? "all listings"
  }

  private static func emptyState(_ filter: ListQuery.Filter, in scope: CommandScope) -> EmptyState {
    if !filter.withoutShop.isAll {
      return EmptyState(reason: "No listing matches.", lead: "See all", try: "stats")
    }
    guard filter.isMine else {
      return EmptyState(reason: "There is nothing to count.", try: scope.firstCommand)
    }
    return EmptyState(reason: "You sell nothing here yet.", lead: "All shops", try: "stats --all")
  }
}
