import CommandLanguage
import Formatting
import MarketRender
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
  func remember(filled line: String) {
    console.reportUnwrapped("As a command: \(command: typedCommand.line(line))")
    memory.filled = line
  }

  /// Says that what was typed into a form is kept.
  ///
  /// - Parameter command: the command that continues it.
  func reportDraft(_ command: String) {
    let command = typedCommand.line(command)
    console.report("What you typed is kept as a draft: \(command: command)")
  }

  /// Refuses a change that needs confirmation where no question can be asked.
  func checkCanConfirm(_ command: CommandSpec, _ terms: WriteTerms) throws(SellerError) {
    guard terms.isAnswered || terms.isDry || console.canAsk else {
      throw .needsConfirmation(command: command.name)
    }
  }

  /// The texts of dates in the seller's time zone.
  var dates: DateText { DateText(now: environment.now(), timeZone: environment.timeZone) }

  /// The same context, in which everything that would be asked is an error.
  var withoutQuestions: CommandContext {
    var options = options
    options.mayAsk = false
    return with(options)
  }
}
