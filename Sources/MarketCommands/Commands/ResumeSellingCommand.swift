import Batches
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
    // What an undo paused again is paused; what was sold since is not.
    let stocks = try store.entries().filter { id, entry in
      try !entry.isSold || isPaused(id, withoutJournal: false, in: context)
    }
    let named = try await context.listings.read(input[ListingTargets.plain])
    var ids = Set(stocks.keys)
    var others = 0
    if !named.isEmpty {
      let found = try await context.writer.targets(input, ListingTargets.plain)
      let wanted = Set(found.products.map(\.id))
      ids.formIntersection(wanted)
      others = wanted.count - ids.count
    }
    let products = try await NotebookListings(context.listings).products(ids.sorted(by: >))
    let paused = products.values.compactMap(\.self).sorted { $0.id > $1.id }
    let wanted = try paused.filter {
      try $0.stock == 0 && isPaused($0.id, withoutJournal: true, in: context)
    }.map { ($0, stocks[$0.id]?.stock ?? 0) }
    let left = ids.subtracting(wanted.map(\.0.id))
    if !WriteTerms(input).isDry, !left.isEmpty {
      try store.change { stocks in for id in left { stocks[id] = nil } }
    }
    var plan = try await EditCommand.plan(wanted, of: OwnTargets(paused), input, in: context)
    let said = notes(others: others, left: left.count)
    plan.emptyReply = said.isEmpty ? "Nothing is paused." : .list(said, .sentences)
    if !wanted.isEmpty { for note in said { context.console.report(note) } }
    plan.command = { spec.line(of: input) }
    return plan
  }

  private static func notes(others: Int, left: Int) -> [Message] {
    var said: [Message] = []
    if others > 0 {
      said.append(
        Message(
          count: others, one: "1 listing is not paused.",
          other: "\(others) listings are not paused."))
    }
    if left > 0 {
      said.append(
        Message(
          count: left, one: "1 listing was changed meanwhile and left alone.",
          other: "\(left) listings were changed meanwhile and left alone."))
    }
    return said
  }

  /// Whether `pause` was the last to change the stock, apart from what was taken back.
  ///
  /// - Parameter withoutJournal: whether a listing is paused of which the journal knows nothing.
  private static func isPaused(
    _ listing: Int, withoutJournal: Bool, in context: CommandContext
  ) throws -> Bool {
    var filter = try context.changeFilter(ofListing: listing)
    filter.limit = .max
    let changes = try context.market.journal.changes(filter).filter { change in
      guard case .edit(_, _, let after) = change.step.change else { return false }
      return after.stock != nil && change.step.undoes == nil
    }
    // The journal forgets what is old.
    guard let last = changes.first(where: { $0.undoneBy == nil }) else {
      return changes.isEmpty && withoutJournal
    }
    return last.batch.plan.command.hasPrefix(PauseCommand.spec.name)
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
      try PausedListings(context.market).change { stocks in
        // Earlier ones will hardly be taken back.
        stocks = stocks.filter { !$0.value.isSold || done.contains($0.key) }
        for id in done { stocks[id]?.isSold = true }
      }
    }
    return output
  }
}
