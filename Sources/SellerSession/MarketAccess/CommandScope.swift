/// The origin of a running command.
package struct CommandScope: Sendable {
  /// How the process was started.
  package enum Mode: Hashable, Sendable {
    /// An interactive prompt: `@last` and `@page` are defined, and pages can be turned.
    case prompt
    /// Arguments, `-c`, a file or standard input.
    case script
  }

  package let mode: Mode
  /// The files of commands being run, the outermost first.
  package var files: [String] = []
  /// Whether the command is part of a script, from a file or not.
  package var isInScript = false
  /// Whether the command is part of `marketrc`.
  package var isInStartFile = false
  /// The listings after the earlier lines of a file that is being planned; nil if commands are
  /// carried out.
  package var plan: PlannedListings?
  /// Whether the file is only shown, and nothing is sent.
  package var isDryRun = false

  package init(mode: Mode, isInScript: Bool = false, isInStartFile: Bool = false) {
    self.mode = mode
    self.isInScript = isInScript
    self.isInStartFile = isInStartFile
  }

  /// Whether a person typed this very command at the prompt.
  package var isTyped: Bool { mode == .prompt && !isInScript }

  /// The command with which a seller without listings begins: at the prompt it opens a form,
  /// elsewhere its options must be known.
  package var firstCommand: String { mode == .prompt ? "add" : "help add" }

  /// Whether Ctrl-C cancels the script around the command, instead of the command.
  package var isCancelledByScript: Bool { isInScript && !isInStartFile }
}
