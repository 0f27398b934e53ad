import CommandLanguage
import ListingChanges
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession

enum ResumeSellingCommand: WritingCommand {
  static let spec = CommandSpec(
    "resume-selling", aliases: ["판매재개"], group: .sell,
    summary: "Bring back the stock of paused listings",
    discussion: """
      Without listings, of all that pause remembers. A listing whose stock is not 0 any more was \
      changed meanwhile and is left alone.
      """,
    effect: .writesListings, traits: [.isNotForFiles, .isNeverProposed],
    fields: ListingField.keys,
    grammar: [ListingTargets.plain, WriteOptions.dryRun, WriteOptions.yes],
    examples: ["resume-selling --yes", "resume-selling @MUG-01 --dry-run"])

  static func plan(_ input: Input, in context: CommandContext) async throws -> WritePlan {
    try context.checkCanConfirm(spec, WriteTerms(input))
    let store = try PausedListings(context.market)
    let stocks = try store.stocks()
    let named = try await context.listings.read(input[ListingTargets.plain])
    var ids = Set(stocks.keys)
    if !named.isEmpty {
      let found = try await context.writer.targets(input, ListingTargets.plain)
      ids.formIntersection(found.products.map(\.id))
    }
    let products = try await NotebookListings(context.listings).products(ids.sorted(by: >))
    let paused = products.values.compactMap(\.self).sorted { $0.id > $1.id }
    let wanted = paused.filter { $0.stock == 0 }.map { ($0, stocks[$0.id] ?? 0) }
    let left = ids.subtracting(wanted.map(\.0.id))
    if !WriteTerms(input).isDry, !left.isEmpty {
      try store.change { stocks in for id in left { stocks[id] = nil } }
    }
    var plan = try await EditCommand.plan(wanted, of: OwnTargets(paused), input, in: context)
    plan.emptyReply = "Nothing is paused."
    plan.command = { spec.line(of: input) }
    return plan
  }

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let output = try await carryOut(input, in: context)
    // What was not brought back is remembered.
    let done =
      switch output {
      case .change(let change): [change.row.product.id]
      case .changes(let changes): changes.map(\.row.product.id)
      default: [Int]()
      }
    if !done.isEmpty {
      try PausedListings(context.market).change { stocks in for id in done { stocks[id] = nil } }
    }
    return output
  }
}
