import Formatting
import LineEditor
import MarketRender
import Messages
import Prompt
import SellerFiles
import SellerSession
import TerminalKit

/// The shell's implementation of the prompt editor's host.
struct ShellPromptHost: PromptHost {
  /// Returns a context outside any command, with the current settings.
  private let makeContext: @Sendable () -> CommandContext
  private let files = FileMetadataCache()

  init(_ makeContext: @escaping @Sendable () -> CommandContext) {
    self.makeContext = makeContext
  }

  private var context: CommandContext { makeContext() }

  var terminal: any Terminal { context.environment.terminal }
  var capabilities: Capabilities { context.console.capabilities(of: .output) }
  var theme: Theme { context.settings.theme }
  var catalog: MessageCatalog { context.environment.catalog }
  var keyStyle: KeyStyle { context.settings.preferences.keys.style }
  var proposal: String? { context.memory.proposal }
  var backgroundQuery: String? {
    context.core.backgroundQuery(for: context.console.capabilities(of: .output))
  }

  func setBackground(_ background: RGBColor) {
    context.settings.background = background
  }

  func makeAssistant() -> PromptAssistant { context.assistant(files: files) }

  func historyLines() -> [String] { context.core.history.lines() }

  func deleteFromHistory(_ line: String) { context.core.history.remove(line) }

  func edit(_ line: String) async -> ExternalEdit {
    let environment = context.environment
    let request = TextEditRequest(
      line + "\n", fileName: "command.market", environment: environment)
    return switch await environment.edit(request) {
    case .edited(let text): .edited(text)
    case .notStarted: .notStarted(command: request.command)
    case .failed: .failed
    }
  }
}
