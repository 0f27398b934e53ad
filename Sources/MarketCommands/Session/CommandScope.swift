/// Where a running command comes from.
struct CommandScope: Sendable {
  /// How the process was started.
  enum Mode: Hashable, Sendable {
    /// An interactive prompt: `@last` and `@page` mean something, and pages can be turned.
    case prompt
    /// Arguments, `-c`, a file or standard input.
    case script
  }

  let mode: Mode
  /// The files of commands being run, the outermost first.
  var files: [String] = []
  /// Whether the command is part of a script, a file or not.
  var isInScript = false
  /// Whether the command is part of `marketrc`.
  var isInStartFile = false
  /// What a dry run knows so far; nil if commands are carried out.
  var dryRun: DryRunLog?

  /// Whether a person typed this very command at the prompt.
  var isTyped: Bool { mode == .prompt && !isInScript }

  /// Whether Ctrl-C cancels the script around the command, instead of the command.
  var isCancelledByScript: Bool { isInScript && !isInStartFile }
}
