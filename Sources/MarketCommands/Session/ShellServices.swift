import CommandLanguage
import MarketRender

/// What `run` and `quit` need from the shell around them.
protocol ShellServices: Sendable {
  /// Runs the commands of a file.
  ///
  /// - Throws: ``BatchFailure`` if a command failed; its error was reported by then.
  func run(_ script: Script, _ request: ScriptRequest, in context: CommandContext) async throws
    -> Output
}

/// How a file of commands is run.
struct ScriptRequest: Sendable {
  /// The canonical path of the file; `-` is standard input.
  var path: String
  var variables: [Assignment] = []
  /// Whether to continue after a command that failed.
  var keepsGoing = false
  /// Options passed on to each command that knows them.
  var inherited = InheritedOptions()
}
