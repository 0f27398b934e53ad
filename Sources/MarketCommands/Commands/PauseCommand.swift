import CommandLanguage
import ListingChanges
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession

enum PauseCommand: WritingCommand {
  static let spec = CommandSpec(
    "pause", aliases: ["판매중지"], group: .sell,
    summary: "Show your listings as sold out until you sell again",
    discussion: """
      Sets the stock to 0 and remembers what it was, on this computer; resume-selling brings it \
      back. pause --mine pauses the whole shop, as before a holiday. Listings that are sold out \
      already stay as they are.
      """,
    effect: .writesListings, traits: [.isNotForFiles, .isNeverProposed],
    fields: ListingField.keys,
    grammar: [ListingTargets.withFilters] + FilterOptions.writing + [
      WriteOptions.dryRun, WriteOptions.yes,
    ],
    rules: [
      .atLeastOne(
        [ListingTargets.withFilters] + FilterOptions.writing,
        description: "a listing such as 12 or @MUG-01, or a filter such as --mine")
    ] + FilterOptions.rules,
    examples: ["pause @MUG-01", "pause --mine --dry-run"])

  static func plan(_ input: Input, in context: CommandContext) async throws -> WritePlan {
    let targets = input[ListingTargets.withFilters]
    if targets.count != 1 || !targets.allSatisfy(\.isSingle) {
      try context.checkCanConfirm(spec, WriteTerms(input))
    }
    let found = try await context.writer.targets(input, ListingTargets.withFilters)
    let selling = found.products.filter { ($0.stock ?? 0) > 0 }
    var plan = try await EditCommand.plan(
      selling.map { ($0, 0) }, of: found, input, in: context)
    plan.emptyReply = "All of these are sold out already."
    plan.command = { spec.line(of: input) }
    let store = try PausedListings(context.market)
    plan.complete = { [changes = plan.changes] _ in
      // Before anything is sent: a stock that is not sent is only remembered in vain.
      try store.change { stocks in
        for product in selling {
          stocks[product.id] = PausedListings.Entry(stock: product.stock ?? 0)
        }
      }
      return changes
    }
    return plan
  }
}

extension EditCommand {
  /// The plan of new stocks, which are meant.
  static func plan(
    _ stocks: [(product: Product, stock: Int)], of found: OwnTargets, _ input: Input,
    in context: CommandContext
  ) async throws -> WritePlan {
    let edited = try stocks.map { product, stock in
      var plan = EditPlan(product)
      try plan.set(stock: .to(stock))
      return Edited(plan: plan)
    }
    var plan = try await plan(edited, of: found, input, meant: [.soldOut, .stock], in: context)
    plan.confirmation.mustAsk = plan.confirmation.mustAsk || stocks.count > 1
    return plan
  }
}
