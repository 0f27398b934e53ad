import CommandLanguage
import MarketRender
import Prompt
import SellerSession

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
