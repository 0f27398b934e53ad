import Batches
import CommandLanguage
import ListingChanges
import MarketRender
import Messages
import OpenMarketClient
import SellerSession
import Synchronization

/// The second half of `run`: the planned lines are carried out.
final class FileRun: Sendable {
  let context: CommandContext
  let script: Script
  let request: ScriptRequest
  let items: [FilePlanner.Item]
  /// The lines that could not be planned.
  private let failed: [FilePlanner.Item]
  /// For each change, the index of its item.
  private let owners: [Int]
  let batch: LockedBatch?
  let client: OpenMarketClient?
  private let start: Duration
  private let tally: Mutex<BatchTally>

  /// - Parameter replaced: the unfinished batch that this one replaces.
  init(
    _ file: FileRunner, _ planner: FilePlanner, replacing replaced: LockedBatch?
  ) async throws {
    context = file.context
    script = file.script
    request = file.request
    let items = planner.items
    self.items = items
    failed = planner.failed.filter { $0.line.parsed.spec?.effect != .reads }
    owners = items.indices.flatMap { index in (items[index].changes ?? 0..<0).map { _ in index } }
    start = file.context.environment.uptime
    var tally = planner.tally
    tally.keepsGoing = file.request.keepsGoing
    self.tally = Mutex(tally)
    let draft = planner.draft
    guard let market = planner.market, !draft.steps.isEmpty else {
      (batch, client) = (nil, nil)
      if let replaced { try BatchRunner(context: context).close(replaced, isGivenUp: true) }
      return
    }
    var options = file.context.options
    options.market = market.name
    let context = file.context.with(options)
    let runner = BatchRunner(context: context)
    // Nothing is wrong with the file, so its first listing may open the seller's shop.
    client = try await runner.connect(asksName: planner.asksName)
    var job = BatchJob("run \(Quoting.quote(script.name))", plannedAt: planner.plannedAt)
    job.input = file.input
    job.keepsGoing = request.keepsGoing
    job.jobs = request.jobs
    job.isRepeatable = planner.isRepeatable
    try draft.folder.store(input: script.text)
    batch = try await runner.store(draft, job, replacing: replaced)
    if !failed.isEmpty { try batch?.folder.store(unrun: failed.map(lineText)) }
  }

  private var interpreter: Interpreter {
    var scope = context.scope
    scope.files.append(request.path)
    scope.isInScript = true
    return Interpreter(
      session: SellerSession(of: context), scope: scope, options: context.options)
  }

  /// The number of changes and other commands, with lines that cannot be carried out.
  var total: Int {
    items.reduce(tally.withLock { $0.counts.ended }) { $0 + ($1.changes?.count ?? 1) }
  }

  func run() async throws -> Output {
    var batch = batch
    var next = 0
    var journalError: (any Error)?
    while next < items.count, !isStopped {
      guard let first = items[next].changes else {
        await run(items[next])
        next += 1
        let counts = tally.withLock { $0.counts }
        context.activity.update(done: counts.ended, problems: counts.problems)
        continue
      }
      let begin = next
      while next < items.count, items[next].changes != nil { next += 1 }
      let last = items[begin..<next].compactMap { $0.changes?.upperBound }.max() ?? first.upperBound
      let end = try await carryOut(first.lowerBound..<last, of: &batch)
      if let end { tally.withLock { $0.count(end) } }
      journalError = end?.journalError
      if let end, end.reason != .completed, !request.keepsGoing || end.reason != .givenUp { break }
    }
    tally.withLock { tally in
      for item in items[next...] { count(left: item, in: &tally, of: batch) }
      if Task.isCancelled { tally.wasInterrupted() }
    }
    if let batch {
      try store(unrun: items[next...], of: batch)
      journalError = BatchRunner(context: context).close(batch, after: journalError)
    }
    if let journalError {
      _ = interpreter.report(journalError)
      tally.withLock { $0.journalFailed() }
    }
    return try output(batch)
  }

  /// Stores the lines that did not run, with those that could not be planned.
  private func store(unrun items: ArraySlice<FilePlanner.Item>, of batch: LockedBatch) throws {
    let unrun = items.filter { $0.changes == nil && $0.line.parsed.spec?.effect != .reads }
    if unrun.isEmpty { return }
    let all = (failed + unrun).sorted { $0.line.source.place.line < $1.line.source.place.line }
    try batch.folder.store(unrun: all.map(lineText))
  }

  /// The number of a line, with the name of another file that this one runs.
  private func lineText(_ item: FilePlanner.Item) -> String {
    let place = item.line.source.place
    return item.script.name == script.name
      ? String(place.line) : "\(item.script.name):\(place.line)"
  }

  private func count(
    left item: FilePlanner.Item, in tally: inout BatchTally, of batch: LockedBatch?
  ) {
    guard let changes = item.changes, let batch else {
      tally.countLeft()
      return
    }
    for index in changes {
      tally.count(left: batch.changes[index].change, line: item.line.source.place.line)
    }
  }

  private var isStopped: Bool {
    guard !Task.isCancelled, !context.memory.isLeaving else { return true }
    let code = tally.withLock { $0.code }
    return code == .outcomeUnknown || code != .done && code != .outputLost && !request.keepsGoing
  }

  private func output(_ batch: LockedBatch?) throws -> Output {
    let tally = tally.withLock { $0 }
    var summary = try tally.summary(of: batch, named: script.name)
    if tally.counts.isEmpty {
      return .reply(
        request.skippedLines.isEmpty
          ? "\(script.name) contains no commands."
          : "Every line of \(script.name) was already sent.")
    }
    if let count = batch?.changes.count, count > 0 {
      summary.notes.append(
        tally.adopted == 0
          ? "as planned"
          : Message(
            count: tally.adopted, one: "1 found after its answer was lost",
            other: "\(tally.adopted) found after their answers were lost"))
      if isLong { summary.notes.append(.duration(context.environment.uptime - start)) }
      // A single change has its own command.
      if count > 1 { summary.undoCommand = "undo" }
    }
    return .summary(summary)
  }

  /// Runs a command that is not a change.
  private func run(_ item: FilePlanner.Item) async {
    let code = await interpreter.run(
      item.line.parsed, item.line.words, source: item.line.source, address: address(of: item))
    tally.withLock { $0.count(code, line: item.line.source.place.line) }
  }

  private func carryOut(
    _ changes: Range<Int>, of batch: inout LockedBatch?
  ) async throws -> BatchRunner.End? {
    guard var running = batch, let client, !changes.isEmpty else { return nil }
    defer { batch = running }
    return try await BatchRunner(context: context).carryOut(
      &running, client, subject: nil, changes, after: tally.withLock { $0.counts }
    ) { [self] index, outcome in
      await show(outcome, of: items[owners[index]])
    }
  }

  /// Shows what became of a change, and counts it.
  private func show(_ outcome: ChangeOutcome, of item: FilePlanner.Item) async {
    let interpreter = interpreter
    let context = interpreter.context(for: item.line.parsed)
    var report: ErrorReport?
    if let error = outcome.error, !outcome.isLeft {
      report = ErrorReport(error, at: try? context.market.profile())
      _ = interpreter.report(
        error, in: context, words: item.line.words, source: item.line.source,
        address: address(of: item))
    }
    tally.withLock { $0.count(outcome, report) }
    guard var shown = outcome.shown else { return }
    if (batch?.changes.count ?? 0) > 1 { shown.undoCommand = nil }
    shown.isListed = request.isVerbose || !isLong
    interpreter.remember(.change(shown), context)
    guard shows(context) else { return }
    do {
      try await interpreter.deliver(.change(shown), of: item.line.parsed.spec, context)
    } catch {
      let code = interpreter.report(error, in: context)
      tally.withLock { $0.code = $0.code.combined(with: code) }
    }
  }

  /// Whether a change is shown by itself. Programs get every change, people those of a short file.
  private func shows(_ context: CommandContext) -> Bool {
    if self.context.options.format == .json { return false }
    return !context.presenter().format.isForPeople || request.isVerbose || !isLong
  }

  /// Whether there are too many changes to read each of them.
  private var isLong: Bool { (batch?.changes.count ?? 0) > ListingChange.mostListed }

  private func address(of item: FilePlanner.Item) -> @Sendable (SourcePlace?) -> String? {
    { item.script.address(of: $0 ?? item.line.source.place) }
  }
}
