import Batches
import CommandLanguage
import ListingChanges
import MarketRender
import Messages
import SellerSession

/// Runs a file of commands for `run`: plans it as a whole, then carries out its changes as one batch,
/// and the other commands in their turn.
struct FileRunner: Sendable {
  let context: CommandContext
  let script: Script
  let request: ScriptRequest

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

  var input: BatchInput {
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
    let error = UnlikelyChanges(warnings)
    let interpreter = Interpreter(
      session: SellerSession(of: context), scope: context.scope, options: context.options)
    _ = interpreter.report(error, in: context)
    planner.record(ErrorReport(error, at: nil), at: script.name)
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
      tally.count(left: change, line: draft.steps.isEmpty ? nil : draft.steps[head - 1].line)
    }
    tally.code = code
    var failure = tally.failure(named: script.name)
    failure.summary.problems = planner.problems
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
    let failure = tally.failure(named: script.name, isDryRun: true)
    guard tally.code == .done else { throw failure }
    if tally.counts.isEmpty { return .reply("\(script.name) contains no commands.") }
    var summary = failure.summary
    summary.counts[0].text = "\(tally.counts.done) fine, nothing was sent"
    return .summary(summary)
  }
}
