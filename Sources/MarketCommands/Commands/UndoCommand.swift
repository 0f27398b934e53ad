import Batches
import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit
import WritePlans

enum UndoCommand: Command {
  static let listing = Argument<ListingTarget?>(
    "listing", help: "a listing whose last change is undone; the last batch if left out"
  ).role(.targets)
  static let lists = Flag("list", help: "list what can be undone")

  static let spec = CommandSpec(
    "undo", group: .sell, summary: "Take the last change back",
    discussion: """
      Takes back the last command or file that changed listings; again, the one before. A listing is \
      changed only if nobody changed it since. A removed listing comes back with its photos, under a \
      new id. `undo batch` takes a certain batch back, `redo` makes the change again.
      """,
    effect: .writesListings, traits: [.isNotForFiles, .isNeverProposed], fields: ListingField.keys,
    grammar: [listing, lists, WriteOptions.dryRun, WriteOptions.yes],
    examples: ["undo", "undo @MUG-01 --dry-run", "undo --list"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    if input[lists] { return try list(in: context) }
    let terms = WriteTerms(input)
    var filter = try context.changeFilter()
    filter.onlyUndoable = true
    filter.limit = 1
    if let target = input[listing] { filter.listing = try context.listings.id(of: target) }
    guard let last = try context.session.journal.changes(filter).first else {
      throw BatchError.nothingToUndo(listing: filter.listing)
    }
    guard filter.listing != nil else {
      return try await undo(batch: last.batch.id, terms, named: "undo", in: context)
    }
    // A replacement is taken back as a whole.
    filter.listing = nil
    filter.batch = last.batch.id
    filter.limit = .max
    let whole = try context.session.journal.changes(filter).filter { $0.head == last.head }
    return try await undo(whole, terms, named: spec.line(of: input), in: context)
  }

  /// Takes back what was not taken back of a batch.
  static func undo(
    batch: Int, _ terms: WriteTerms, named name: String, in context: CommandContext
  ) async throws -> Output {
    var filter = try context.changeFilter()
    filter.onlyUndoable = true
    filter.batch = batch
    filter.limit = .max
    let changes = try context.session.journal.changes(filter)
    guard !changes.isEmpty else { throw BatchError.nothingToUndo(listing: nil) }
    return try await undo(changes, terms, named: name, in: context)
  }

  /// Takes changes back after saying what will be done.
  static func undo(
    _ recorded: [RecordedChange], _ terms: WriteTerms, named name: String,
    in context: CommandContext
  ) async throws -> Output {
    let undo = BatchUndo(context: context)
    var plan = try await undo.plan(of: recorded, overwrites: false)
    if !plan.conflicts.isEmpty, !terms.isDry {
      for conflict in plan.conflicts { context.console.report("  \(conflict)") }
      let count = plan.conflicts.count
      let question = Message(
        count: count, one: "Undo this change nevertheless?",
        other: "Undo these \(count) changes nevertheless?")
      if context.console.canAsk, !terms.isAnswered, try await context.console.agrees(question) {
        plan = try await undo.plan(of: recorded, overwrites: true)
      }
    }
    guard !plan.changes.isEmpty else {
      if plan.conflicts.isEmpty { return .reply("Nothing is left to undo.") }
      throw UndoFailure(conflicts: plan.conflicts)
    }
    let write = try writePlan(plan, of: recorded, named: name, in: context)
    if terms.isDry { return .dryRun(try write.outline()) }
    try await context.writer.confirm(write.confirmation, terms)
    return try await BatchRunner(context: context).run(write, asksName: false)
  }

  private static func writePlan(
    _ plan: BatchUndo.Plan, of recorded: [RecordedChange], named name: String,
    in context: CommandContext
  ) throws -> WritePlan {
    let place = try context.market.place()
    let count = plan.changes.count
    let batch = recorded[0].batch
    let dates = DateText(now: context.environment.now(), timeZone: context.environment.timeZone)
    let time = dates.since(moment: WireDate(batch.plan.plannedAt))
    let changes = plan.changes
    let market = context.market
    let steps: @Sendable () -> [ListingChange] = {
      changes.map { $0.shown($0.after, in: market) }
    }
    let mustAsk =
      count > 1 || changes.contains(where: \.removesListing)
      || !context.memory.ownBatches.contains(batch.id)
    var confirmation = WritePlan.Confirmation(
      question: """
        Undo `\(command: batch.plan.command)` (\(time)) at \(place)?
        """, count: 1, mustAsk: mustAsk)
    if count > 1 { confirmation.count = count }
    confirmation.preview = changes.prefix(10).map { $0.summary(in: market) }
    if count > 10 { confirmation.preview.append("and \(count - 10) more") }
    return WritePlan(
      changes: changes, confirmation: confirmation,
      outline: {
        DryRunResult(
          "Nothing was sent. This would undo `\(command: batch.plan.command)` (\(time)).",
          steps: steps(), notes: plan.conflicts)
      }, command: { name })
  }

  /// What can be undone, the newest first.
  private static func list(in context: CommandContext) throws -> Output {
    var filter = try context.changeFilter()
    filter.onlyUndoable = true
    filter.limit = 50
    let counts = try context.session.journal.counts(of: filter)
    let dates = DateText(now: context.environment.now(), timeZone: context.environment.timeZone)
    return .table(
      PlainTable(
        columns: [
          .init("batch", title: "batch", alignment: .trailing),
          .init("time", title: "time", dropOrder: 0),
          .init("changes", title: "changes", alignment: .trailing),
          .init("command", title: "command"),
        ],
        rows: counts.map { batch, count in
          [
            .integer(batch.id), .time(batch.plan.plannedAt, dates), .integer(count),
            .text(batch.plan.command),
          ]
        },
        emptyState: EmptyState(reason: "There is nothing to undo.", try: "log")))
  }
}

/// Changes that cannot be taken back because of what others did since.
struct UndoFailure: ReportedError {
  let conflicts: [Message]

  func report(at market: MarketProfile?) -> ErrorReport {
    ErrorReport(
      Message(
        count: conflicts.count,
        one: "1 change was not undone, because its listing is different now",
        other:
          "\(conflicts.count) changes were not undone, because their listings are different now"),
      exitCode: .incomplete)
  }
}

extension CommandContext {
  /// The changes of the current market and account.
  func changeFilter() throws -> BatchJournal.ChangeFilter {
    let profile = try market.profile()
    return BatchJournal.ChangeFilter(market: profile.url, account: profile.accountDigest ?? "")
  }
}

extension PlannedChange {
  /// One line about the change.
  func summary(in market: CurrentMarket) -> Message {
    let listing: Message = before.map { "\($0.id) \($0.name)" } ?? "\(name)"
    switch action {
    case .added: return "add \(listing) again"
    case .removed: return "remove \(listing)"
    case .replaced: return "replace \(listing)"
    case .changed:
      return "\(listing): \(Message.list(shown(after, in: market).differences.map(\.message)))"
    }
  }
}
