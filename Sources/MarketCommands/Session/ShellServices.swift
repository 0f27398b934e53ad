package import CommandLanguage
package import MarketRender
package import SellerSession

/// What `run` and `quit` need from the shell around them.
package protocol ShellServices: Sendable {
  /// Runs the commands of a file.
  ///
  /// - Throws: ``BatchFailure`` if a command failed; its error was reported by then.
  func run(_ script: Script, _ request: ScriptRequest, in context: CommandContext) async throws
    -> Output
}

/// How a file of commands is run.
package struct ScriptRequest: Sendable {
  /// The canonical path of the file; `-` is standard input.
  package var path: String
  package var variables: [Assignment] = []
  /// Whether to continue after a command that failed.
  package var keepsGoing = false
  /// Options passed on to each command that knows them.
  package var inherited = InheritedOptions()
}
