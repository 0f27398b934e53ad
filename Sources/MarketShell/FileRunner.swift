import CommandLanguage
import ListingWrites
import MarketCommands
import MarketRender
import Messages
import SellerSession

/// The shell services for commands.
struct Shell: ShellServices {
  func run(
    _ script: Script, _ request: ScriptRequest, in context: CommandContext
  ) async throws -> Output {
    try await FileRunner(context: context, script: script, request: request).run()
  }

  func quit(in context: CommandContext) { context.memory.isLeaving = true }
}

/// Runs a file of commands for `run`.
struct FileRunner: Sendable {
  let context: CommandContext
  let script: Script
  let request: ScriptRequest

  private var memory: ShellMemory { context.memory }
  private var isDryRun: Bool { request.inherited.isDryRun }

  /// Runs the file.
  ///
  /// Afterwards the variables, and in a dry run the market, are restored. A `quit` in the file ends
  /// only the file.
  func run() async throws -> Output {
    let (variables, market) = (memory.variables, context.connections.currentName)
    let startsDryRun = isDryRun && context.scope.dryRun == nil
    defer {
      memory.variables = variables
      memory.isLeaving = false
      if startsDryRun { context.connections.currentName = market }
    }
    for assignment in request.variables {
      memory.variables[assignment.name] = assignment.value
    }
    var scope = context.scope
    scope.files.append(request.path)
    if startsDryRun { scope.dryRun = DryRunLog() }
    if !isDryRun, !request.keepsGoing { try await check(in: scope) }
    return try await run(in: scope)
  }

  private func run(in scope: CommandScope) async throws -> Output {
    var runner = ScriptRunner(
      session: context.session, scope: scope, options: context.options)
    runner.keepsGoing = request.keepsGoing
    runner.inherited = request.inherited
    // A file that another file runs is one step of its progress.
    if scope.files.count == 1 {
      runner.onStep = { [activity = context.activity] index, _ in activity.update(done: index) }
    }
    let result = await context.activity.show(
      "\(script.name)", total: script.reduce(0) { count, _ in count + 1 }
    ) { [runner] in
      await runner.result(of: script)
    }
    guard result.code == .done else { throw failure(result) }
    if result.done == 0 { return .reply("\(script.name) contains no commands.") }
    return .summary(summary(of: result))
  }

  /// Reports errors that the file would run into, so that it does not stop halfway.
  private func check(in scope: CommandScope) async throws {
    let interpreter = Interpreter(
      session: context.session, scope: scope, options: context.options)
    var check = ScriptCheck(
      interpreter: interpreter,
      allowed: Set(request.inherited.allowed.compactMap { Allowance(rawValue: $0) }))
    let faults = await check.faults(in: script)
    guard !faults.isEmpty else { return }
    let shown = ShortList.shown(of: faults.count, most: ShortList.usual)
    var result = ScriptResult()
    for fault in faults.prefix(shown) {
      let code = interpreter.report(fault.error, words: fault.words, source: fault.tokens) {
        script.address(of: $0 ?? fault.tokens.place)
      }
      if result.code == .done { result.code = code }
    }
    if faults.count > shown { context.console.report("and \(faults.count - shown) more errors") }
    throw failure(result)
  }

  private func failure(_ result: ScriptResult) -> BatchFailure {
    BatchFailure(name: script.name, result: result, isDryRun: isDryRun)
  }

  private func summary(of result: ScriptResult) -> BatchSummary {
    BatchSummary(
      title: "\(script.name)",
      counts: [
        .init(
          result.done, key: "done",
          isDryRun ? "\(result.done) fine, nothing was sent" : "\(result.done) done",
          outcome: .success),
        .init(result.failed, key: "failed", "\(result.failed) failed", outcome: .failure),
        .init(result.stopped, key: "stopped", "\(result.stopped) stopped", outcome: .failure),
        .init(result.left, key: "left", "\(result.left) left"),
      ])
  }
}
