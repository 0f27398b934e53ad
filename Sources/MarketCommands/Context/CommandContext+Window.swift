import Messages
import SellerSession
import TerminalKit

extension CommandContext {
  /// Whether a command may use the whole window of the terminal.
  package var hasWholeWindow: Bool {
    console.canAsk && console.capabilities(of: .output).escapes && !settings.usesScreenReader
  }

  /// Whether a form may ask for what is missing: in the window, or question by question where
  /// ``hasWholeWindow`` is false.
  package var hasForms: Bool { console.canAsk }

  /// Shows the command that a form has filled in, and remembers it for the history.
  func note(filled line: String) {
    console.reportUnwrapped("As a command: \(command: typedCommand.line(line))")
    memory.withState { $0.filled = line }
  }

  /// The same context, in which everything that would be asked is an error.
  var withoutQuestions: CommandContext {
    var options = options
    options.mayAsk = false
    return CommandContext(options, scope: scope, session: session, shell: shell)
  }
}
