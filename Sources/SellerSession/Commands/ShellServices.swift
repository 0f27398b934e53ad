package import CommandLanguage
package import LineEditor
package import MarketRender

/// What commands such as `help`, `run` and `quit` need from the shell.
package protocol ShellServices: Sendable {
  /// The grammar of all commands and of the process options.
  var parser: Parser { get }

  /// Runs the commands of a file.
  ///
  /// - Throws: `BatchFailure` if a command failed; its error has already been reported.
  func run(_ script: Script, _ request: ScriptRequest, in context: CommandContext) async throws
    -> Output

  /// Continues an unfinished batch with a corrected file.
  ///
  /// - Parameter batch: the number of the batch; nil for the newest.
  func resume(
    _ batch: Int?, with script: Script, _ request: ScriptRequest, in context: CommandContext
  ) async throws -> Output

  /// Completes the last of the words that were typed after the name of the program.
  func completion(of words: [String], in context: CommandContext) -> OuterCompletion

  /// Completes paths that are typed elsewhere, as at the prompt.
  ///
  /// - Parameter command: a command up to the path.
  func pathCompletion(after command: String, in context: CommandContext)
    -> @Sendable (_ line: String, _ cursor: Int) -> Completion?

  /// Ends the prompt, or the script that contains the command.
  func quit(in context: CommandContext)
}

/// A request to run a file of commands.
package struct ScriptRequest: Sendable {
  /// The canonical path of the file; `-` is standard input.
  package var path: String
  package var variables: [Assignment] = []
  /// Whether to continue after a command that failed.
  package var keepsGoing = false
  /// The number of requests at the same time; nil for the usual number.
  package var jobs: Int?
  /// Whether each change of a long file is shown.
  package var isVerbose = false
  /// Whether an unfinished run of the same file is continued.
  package var resumes = false
  /// Whether to run a file again that was already run to its end.
  package var repeats = false
  /// The lines that an earlier run carried out, which are not planned.
  package var skippedLines: Set<Int> = []
  /// SHA-256 of the file and its variables.
  package var digest: String?
  /// Options passed on to each command that supports them.
  package var inherited = InheritedOptions()

  package init(
    path: String, variables: [Assignment] = [], keepsGoing: Bool = false, jobs: Int? = nil,
    isVerbose: Bool = false, resumes: Bool = false, repeats: Bool = false, digest: String? = nil,
    inherited: InheritedOptions = InheritedOptions()
  ) {
    self.path = path
    self.variables = variables
    self.keepsGoing = keepsGoing
    self.jobs = jobs
    self.isVerbose = isVerbose
    self.resumes = resumes
    self.repeats = repeats
    self.digest = digest
    self.inherited = inherited
  }
}
