import Batches
import CommandLanguage
import ListingChanges
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession
import SheetFiles

/// The second half of `import`: the planned rows are carried out as one batch.
struct ImportRun {
  private let table: TableImport
  private let plan: ImportPlan
  private let map: ColumnMap
  private let input: BatchInput
  private var context: CommandContext { table.context }

  init(_ table: TableImport, _ plan: ImportPlan, _ map: ColumnMap, _ input: BatchInput) {
    self.table = table
    self.plan = plan
    self.map = map
    self.input = input
  }

  /// - Parameter plannedAt: when the planning began.
  func run(plannedAt: WireDate) async throws -> Output {
    let start = context.environment.uptime
    let request = table.request
    var batch: LockedBatch
    do {
      batch = try await stored(plannedAt)
    } catch {
      plan.draft.folder.discard()
      throw error
    }
    var tally = try await BatchResume(context: context).carryOut(
      &batch, named: table.name, keepsDone: [.json, .jsonl].contains(context.presenter().format),
      in: context)
    tally.counts.unchanged = plan.unchanged.count + plan.gone.count
    if request.keepsGoing { tally.keepsGoing = true }
    if let error = BatchRunner(context: context).close(batch, after: nil) {
      context.console.report("\(ErrorReport(error, at: nil).message)")
      tally.journalFailed()
    }
    try writeResult(tally, of: batch)
    var summary = try tally.summary(of: batch, named: table.name)
    summary.notes.append("as planned")
    summary.notes.append(.duration(context.environment.uptime - start))
    summary.undoCommand = "undo"
    return .summary(summary)
  }

  private func stored(_ plannedAt: WireDate) async throws -> LockedBatch {
    let runner = BatchRunner(context: context)
    _ = try await runner.connect(asksName: !table.request.terms.isAnswered)
    var job = BatchJob("import \(Quoting.quote(table.name))", plannedAt: plannedAt)
    job.input = input
    job.keepsGoing = table.request.keepsGoing
    job.jobs = table.request.jobs
    job.isRepeatable = plan.isRepeatable
    return try await runner.store(plan.draft, job)
  }

  /// Writes what became of each row beside the file.
  private func writeResult(_ tally: BatchTally, of batch: LockedBatch) throws {
    var results: [Int: RowResult] = [:]
    for step in tally.steps {
      guard let line = step.line else { continue }
      let message = step.message.map { context.console.text($0) }
      let isDone = ["done", "adopted"].contains(step.state)
      results[line] = RowResult(
        status: step.state == "planned" ? "left" : step.state, id: step.id,
        fields: isDone ? [] : step.fields, message: message)
    }
    do {
      let file = try ResultFile(of: table, map)
      try file.write { [plan] row in
        if let result = results[row] ?? plan.result(ofRow: row) { return result }
        guard let change = plan.change(ofRow: row) else { return nil }
        let record = batch.headRecord(of: change)
        guard record.state == .done || record.state == .adopted else { return nil }
        return RowResult(status: record.state.rawValue, id: record.listing)
      }
      context.console.report("The result of each row is in \(file.name).")
    } catch let error {
      // What was done is in the journal as well.
      context.console.report(
        "The result of each row could not be written: \(ErrorReport(error, at: nil).message)")
    }
  }
}
