import Batches
import CommandLanguage
import Formatting
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

enum UndoCommand: Command {
  static let listing = Argument<ListingTarget?>(
    "listing", help: "a listing whose last change is undone; the last batch if left out"
  ).role(.targets)
  static let lists = Flag("list", help: "list what can be undone")

  static let spec = CommandSpec(
    "undo", aliases: ["되돌리기"], group: .sell, summary: "Take the last change back",
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
    if let target = input[listing] {
      return try await undo(listing: try context.listings.id(of: target), input, in: context)
    }
    let filter = try context.undoableFilter()
    var failure: UndoFailure?
    // Skip batches without anything left to undo, such as an add whose listing was removed since.
    for (batch, _) in try context.market.journal.counts(of: filter) {
      do {
        let output = try await undo(
          batch: batch.id, terms, named: "undo", asks: failure != nil, in: context)
        if let output { return output }
      } catch let error as UndoFailure
        where error.isFinal && context.console.canAsk && !terms.isAnswered
      {
        // What can never be taken back does not hide the batch before, but that needs a yes.
        failure = error
      }
    }
    throw failure ?? BatchError.nothingToUndo(listing: nil)
  }

  /// Takes back the last change of a listing of which something is left.
  private static func undo(
    listing: Int, _ input: Input, in context: CommandContext
  ) async throws -> Output {
    var filter = try context.changeFilter(ofListing: listing)
    filter.onlyUndoable = true
    for last in try context.market.journal.changes(filter) {
      // A replacement is taken back as a whole.
      let own = try context.undoableFilter(ofBatch: last.batch.id)
      let whole = try context.market.journal.changes(own).filter { $0.head == last.head }
      let name = spec.line(of: input)
      if let output = try await undo(whole, WriteTerms(input), named: name, in: context) {
        return output
      }
    }
    let batch = try context.undoableFilter(ofBatch: listing, limit: 1)
    guard try context.market.journal.changes(batch).isEmpty else {
      throw BatchError.batchNotListing(listing)
    }
    throw BatchError.nothingToUndo(listing: listing)
  }

  /// Takes back what was not taken back of a batch.
  ///
  /// - Returns: nil if nothing is left of it.
  static func undo(
    batch: Int, _ terms: WriteTerms, named name: String, asks: Bool = false,
    in context: CommandContext
  ) async throws -> Output? {
    let filter = try context.undoableFilter(ofBatch: batch)
    let changes = try context.market.journal.changes(filter)
    guard !changes.isEmpty else { throw BatchError.nothingToUndo(listing: nil) }
    let output = try await undo(changes, terms, named: name, asks: asks, in: context)
    guard !terms.isDry, try context.market.journal.changes(filter).isEmpty else { return output }
    try BatchResume(context: context).giveUp(batch)
    return output
  }

  /// Takes changes back after saying what will be done.
  ///
  /// - Parameter asks: whether to ask even about a change of this shell.
  /// - Returns: nil if nothing is left of them.
  static func undo(
    _ recorded: [RecordedChange], _ terms: WriteTerms, named name: String, asks: Bool = false,
    in context: CommandContext
  ) async throws -> Output? {
    let plannedAt = context.environment.now()
    let plan = try await agreedPlan(of: recorded, terms, named: name, in: context)
    let left = plan.conflicts + plan.obstacles
    guard !plan.changes.isEmpty else {
      if left.isEmpty { return nil }
      throw UndoFailure(
        conflicts: left, isFinal: plan.conflicts.isEmpty, isRedo: name == RedoCommand.spec.name)
    }
    var write = try writePlan(plan, of: recorded, named: name, in: context)
    if asks { write.confirmation.mustAsk = true }
    if terms.isDry { return .dryRun(try write.outline()) }
    try await context.writer.confirm(write.confirmation, terms)
    let output = try await BatchRunner(context: context).run(
      write, plannedAt: plannedAt, asksName: false)
    guard left.isEmpty else {
      throw UndoFailure(
        conflicts: left, isRedo: name == RedoCommand.spec.name, output: output)
    }
    return output
  }

  /// The plan to take changes back, after the seller was asked about what others changed since.
  private static func agreedPlan(
    of recorded: [RecordedChange], _ terms: WriteTerms, named name: String,
    in context: CommandContext
  ) async throws -> BatchUndo.Plan {
    let undo = BatchUndo(context: context)
    let plan = try await undo.plan(of: recorded, overwrites: false)
    if !terms.isDry || plan.changes.isEmpty {
      for text in plan.conflicts + plan.obstacles { context.console.report("  \(text)") }
    }
    guard !plan.conflicts.isEmpty, !terms.isDry, !terms.isAnswered, context.console.canAsk else {
      return plan
    }
    let count = plan.conflicts.count
    let question =
      name == RedoCommand.spec.name
      ? Message(
        count: count, one: "Redo this change nevertheless?",
        other: "Redo these \(count) changes nevertheless?")
      : Message(
        count: count, one: "Undo this change nevertheless?",
        other: "Undo these \(count) changes nevertheless?")
    guard try await context.console.agrees(question) else { return plan }
    return try await undo.plan(of: recorded, overwrites: true)
  }

  private static func writePlan(
    _ plan: BatchUndo.Plan, of recorded: [RecordedChange], named name: String,
    in context: CommandContext
  ) throws -> WritePlan {
    let place = try context.market.place()
    let count = plan.changes.count
    // What a redo makes again is the command that was undone.
    let isRedo = name == RedoCommand.spec.name
    let undone = isRedo ? recorded[0].step.undoes?.batch : nil
    let batch = try undone.flatMap { try context.market.journal.batch($0) } ?? recorded[0].batch
    let dates = context.dates
    let time = dates.since(moment: WireDate(batch.plan.plannedAt))
    let changes = plan.changes
    let market = context.market
    let mustAsk =
      count > 1 || changes.contains(where: \.removesListing)
      || !context.memory.ownBatches.contains(recorded[0].batch.id)
    let command = batch.plan.command
    var confirmation = WritePlan.Confirmation(
      question: isRedo
        ? "Redo `\(command: command)` (\(time)) at \(place)?"
        : "Undo `\(command: command)` (\(time)) at \(place)?",
      count: 1, mustAsk: mustAsk)
    if count > 1 { confirmation.count = count }
    confirmation.preview = changes.prefix(10).map { $0.summary(in: market) }
    if count > 10 { confirmation.preview.append("and \(count - 10) more") }
    var write = WritePlan(
      changes: changes, confirmation: confirmation,
      outline: {
        DryRunResult(
          isRedo
            ? "Nothing was sent. This would redo `\(command: command)` (\(time))."
            : "Nothing was sent. This would undo `\(command: command)` (\(time)).",
          steps: changes.map { $0.planned(in: market) },
          notes: plan.conflicts + plan.obstacles)
      }, command: { name })
    write.undoCommand = isRedo ? "undo" : "redo"
    return write
  }

  /// What can be undone, the newest first.
  private static func list(in context: CommandContext) throws -> Output {
    let counts = try context.market.journal.counts(of: try context.undoableFilter(limit: 50))
    let dates = context.dates
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
            .command(batch.plan.command),
          ]
        },
        emptyState: EmptyState(reason: "There is nothing to undo.", try: "log")))
  }
}

extension CommandContext {
  /// The changes of the current market and account.
  func changeFilter() throws -> BatchJournal.ChangeFilter {
    let profile = try market.profile()
    return BatchJournal.ChangeFilter(market: profile.url, account: profile.accountDigest ?? "")
  }

  /// The changes that can be undone, of one batch or of all.
  func undoableFilter(
    ofBatch batch: Int? = nil, limit: Int? = nil
  ) throws -> BatchJournal.ChangeFilter {
    var filter = try changeFilter()
    (filter.onlyUndoable, filter.batch) = (true, batch)
    filter.limit = limit ?? (batch == nil ? filter.limit : .max)
    return filter
  }

  /// The changes of a listing, also under the ids that it had before it was removed and came back.
  func changeFilter(ofListing id: Int) throws -> BatchJournal.ChangeFilter {
    var filter = try changeFilter()
    filter.listing = id
    filter.formerIDs = try market.journal.formerIDs(
      of: id, market: filter.market, account: filter.account)
    return filter
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
      var parts = shown(after, in: market).differences.map(\.message)
      if let code { parts.append("code \(code.before ?? "–") → \(code.after ?? "–")") }
      return "\(listing): \(Message.list(parts))"
    }
  }
}
