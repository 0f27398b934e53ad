import Batches
import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import Prompt
import SellerSession
import Synchronization
import WritePlans

/// The shell services for commands.
struct Shell: ShellServices {
  /// The planner of the file that contains the command; nil if commands are carried out.
  var planner: FilePlanner?

  var parser: Parser { CommandRegistry.parser }

  func run(
    _ script: Script, _ request: ScriptRequest, in context: CommandContext
  ) async throws -> Output {
    let runner = FileRunner(context: context, script: script, request: request)
    guard let planner else { return try await runner.run() }
    try await runner.plan(with: planner)
    return .none
  }

  func resume(
    _ batch: Int?, with script: Script, _ request: ScriptRequest, in context: CommandContext
  ) async throws -> Output {
    try await CorrectedFile(context: context, script: script, request: request).resume(batch)
  }

  func completion(of words: [String], in context: CommandContext) -> OuterCompletion {
    context.assistant().outerCompletion(of: words)
  }

  func quit(in context: CommandContext) { context.memory.isLeaving = true }
}

/// Runs a file of commands for `run`: plans it as a whole, then carries out its changes as one batch,
/// and the other commands in their turn.
struct FileRunner: Sendable {
  let context: CommandContext
  let script: Script
  let request: ScriptRequest

  private var session: SellerSession { context.session }
  private var memory: ShellMemory { context.memory }
  private var isDryRun: Bool { request.inherited.isDryRun }

  /// Runs the file.
  ///
  /// Afterwards the variables are restored. A `quit` in the file ends only the file.
  ///
  /// - Parameter replaced: the unfinished batch that this file corrects; nil to continue or refuse a
  ///   file that is known.
  func run(replacing replaced: LockedBatch? = nil) async throws -> Output {
    let variables = memory.variables
    defer {
      memory.variables = variables
      memory.isLeaving = false
    }
    if !isDryRun, replaced == nil,
      let output = try await RepeatedFile(context, input).output()
    {
      return output
    }
    if isDryRun {
      return try await planned { planner in
        try await planner.held.show()
        return try summary(of: planner)
      }
    }
    let run = try await planned { planner in
      try await FileRun(self, planner, replacing: replaced)
    }
    return try await context.activity.show("\(script.name)", total: run.total) {
      try await run.run()
    }
  }

  private var input: BatchInput {
    BatchInput(
      BatchInput.File(script.name, command: "run"), path: request.path, digest: request.digest,
      text: script.text, resumes: request.resumes, repeats: request.repeats)
  }

  /// Plans the file, and deletes what was stored for it if it is not carried out. The planner, which
  /// holds the whole market as it will be, does not outlive it.
  private func planned<T: Sendable>(
    _ body: (FilePlanner) async throws -> T
  ) async throws -> T {
    let count = script.reduce(0) { count, _ in count + 1 }
    let planner = FilePlanner(
      context, isDryRun: isDryRun,
      showsUnchanged: request.isVerbose || count <= ListingChange.mostListed)
    do {
      try await context.activity.show("checking \(script.name)", total: count) {
        try await plan(with: planner)
      }
      try await confirm(planner)
      return try await body(planner)
    } catch is CancellationError {
      // Programs get a summary, whatever happened. The steps of a long plan are in its folder.
      let interrupted = failure(of: planner, .interrupted)
      planner.draft.folder.discard()
      throw interrupted
    } catch {
      planner.draft.folder.discard()
      throw error
    }
  }

  /// Asks about what the lines do together.
  private func confirm(_ planner: FilePlanner) async throws {
    let warnings = planner.warnings
    guard !warnings.isEmpty else { return }
    if context.console.canAsk {
      guard !isDryRun else {
        for note in context.writer.notes(on: warnings, WriteTerms()) {
          context.console.report(note)
        }
        return
      }
      return try await context.writer.agree(
        "Carry out \(script.name)?", count: planner.unusualCount, mustAsk: true,
        warnings: warnings, on: WriteTerms())
    }
    let error = SellerError.unlikely(warnings)
    let interpreter = Interpreter(
      session: session, scope: context.scope, options: context.options)
    _ = interpreter.report(error, in: context)
    planner.note(ErrorReport(error, at: nil), at: script.name)
    throw failure(of: planner, .usage)
  }

  /// Plans the lines of the file.
  ///
  /// - Throws: ``BatchFailure`` if the file cannot be carried out as it is.
  func plan(with planner: FilePlanner) async throws {
    let variables = memory.variables
    defer {
      memory.variables = variables
      memory.isLeaving = false
    }
    for assignment in request.variables {
      memory.variables[assignment.name] = assignment.value
    }
    var scope = context.scope
    scope.files.append(request.path)
    guard await planner.add(script, request, scope: scope) else {
      throw failure(of: planner, .usage)
    }
    guard !isDryRun, planner.tally.code != .done, !request.keepsGoing || planner.isEnded else {
      return
    }
    throw failure(of: planner, exitCode(planner.tally.code))
  }

  /// A plan that is not carried out: every change is left.
  private func failure(of planner: FilePlanner, _ code: ExitCode) -> BatchFailure {
    var tally = BatchTally()
    let draft = planner.draft
    for (head, change) in draft.changes {
      tally.note(left: change, line: draft.steps[head - 1].line)
    }
    tally.code = code
    var failure = BatchFailure(name: script.name, batch: nil, tally)
    failure.problems = planner.problems
    return failure
  }

  /// An error of the plan is one of usage, unless the market or the seller ended the planning.
  private func exitCode(_ code: ExitCode) -> ExitCode {
    [.done, .unreachable, .interrupted].contains(code) ? code : .usage
  }

  /// The end of a dry run.
  private func summary(of planner: FilePlanner) throws -> Output {
    var tally = planner.tally
    tally.code = exitCode(tally.code)
    let failure = BatchFailure(name: script.name, batch: nil, tally, isDryRun: true)
    guard tally.code == .done else { throw failure }
    if tally.isEmpty { return .reply("\(script.name) contains no commands.") }
    var summary = failure.summary
    summary.counts[0].text = "\(tally.done) fine, nothing was sent"
    return .summary(summary)
  }
}

/// The second half of `run`: the planned lines are carried out.
private final class FileRun: Sendable {
  let context: CommandContext
  let script: Script
  let request: ScriptRequest
  let items: [FilePlanner.Item]
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
    let context = CommandContext(
      options, scope: file.context.scope, session: file.context.session, shell: file.context.shell)
    // Nothing is wrong with the file, so its first listing may open the seller's shop.
    let client = try await context.market.sellingClient(asksName: planner.asksName)
    _ = try await client.extensions()
    let runner = BatchRunner(context: context)
    var stored = try runner.batch(
      named: "run \(Quoting.quote(file.script.name))", plannedAt: planner.plannedAt)
    stored.path = file.request.path
    stored.inputHash = file.request.digest
    stored.keepsGoing = file.request.keepsGoing
    stored.jobs = file.request.jobs ?? (market.isHome ? 1 : 4)
    stored.isRepeatable = planner.isRepeatable
    stored.mayRepeat = file.request.repeats
    try draft.folder.store(input: script.text)
    batch = try await runner.store(draft, stored, replacing: replaced)
    self.client = client
  }

  private var session: SellerSession { context.session }

  private var interpreter: Interpreter {
    var scope = context.scope
    scope.files.append(request.path)
    scope.isInScript = true
    return Interpreter(session: session, scope: scope, options: context.options)
  }

  /// The number of changes and other commands.
  var total: Int { items.reduce(0) { $0 + ($1.changes?.count ?? 1) } }

  func run() async throws -> Output {
    var batch = batch
    var next = 0
    var progress = BatchProgress()
    var journalError: (any Error)?
    while next < items.count, !isStopped {
      guard let first = items[next].changes else {
        await run(items[next])
        next += 1
        progress.done += 1
        progress.failed = tally.withLock { $0.failed }
        context.activity.update(done: progress.done, problems: progress.problems)
        continue
      }
      let begin = next
      while next < items.count, items[next].changes != nil { next += 1 }
      let last = items[begin..<next].compactMap { $0.changes?.upperBound }.max() ?? first.upperBound
      let end = try await carryOut(first.lowerBound..<last, of: &batch, progress: progress)
      progress.done += last - first.lowerBound
      tally.withLock { tally in
        if let end { tally.note(end) }
        (progress.failed, progress.unknown) = (tally.failed, tally.unknown)
        progress.conflicts = tally.conflicts
      }
      journalError = end?.journalError
      if let end, end.reason != .completed, !request.keepsGoing || end.reason != .givenUp { break }
    }
    tally.withLock { tally in
      for item in items[next...] { note(left: item, in: &tally, of: batch) }
      if Task.isCancelled, tally.left > 0 { tally.code = tally.code.combined(with: .interrupted) }
    }
    if let batch { journalError = BatchRunner(context: context).close(batch, after: journalError) }
    if let journalError {
      _ = interpreter.report(journalError)
      tally.withLock { $0.noteUnrecorded() }
    }
    return try output(batch)
  }

  private func note(
    left item: FilePlanner.Item, in tally: inout BatchTally, of batch: LockedBatch?
  ) {
    guard let changes = item.changes, let batch else {
      tally.left += 1
      return
    }
    for index in changes {
      tally.note(left: batch.changes[index].change, line: item.line.source.place.line)
    }
  }

  private var isStopped: Bool {
    guard !Task.isCancelled, !session.memory.isLeaving else { return true }
    let code = tally.withLock { $0.code }
    return code == .outcomeUnknown || code != .done && code != .outputLost && !request.keepsGoing
  }

  private func output(_ batch: LockedBatch?) throws -> Output {
    let tally = tally.withLock { $0 }
    let isOpen = batch?.records.contains { !$0.state.isFinal } ?? false
    let failure = BatchFailure(
      name: script.name, batch: batch?.id, tally, isOpen: isOpen)
    guard tally.code == .done else { throw failure }
    if tally.isEmpty {
      return .reply(
        request.skippedLines.isEmpty
          ? "\(script.name) contains no commands."
          : "Every line of \(script.name) was already sent.")
    }
    var summary = failure.summary
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
    tally.withLock { $0.note(code, line: item.line.source.place.line) }
  }

  private func carryOut(
    _ changes: Range<Int>, of batch: inout LockedBatch?, progress: BatchProgress
  ) async throws -> BatchRunner.End? {
    guard var running = batch, let client, !changes.isEmpty else { return nil }
    defer { batch = running }
    return try await BatchRunner(context: context).carryOut(
      &running, client, subject: nil, changes, progress: progress
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
    tally.withLock { $0.note(outcome, report) }
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
