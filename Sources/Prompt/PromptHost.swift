package import Formatting
package import LineEditor
package import MarketRender
package import Messages
package import TerminalKit

/// What the prompt editor needs from the program around it. Everything but `edit(_:)` answers at
/// once and without a network.
package protocol PromptHost: Sendable {
  var terminal: any Terminal { get }
  /// What standard output can show now. The window and the settings may change between two lines.
  var capabilities: Capabilities { get }
  var theme: Theme { get }
  var catalog: MessageCatalog { get }
  var keyStyle: KeyStyle { get }
  /// The line that the last error suggested; see ``ProposalRules``.
  var proposal: String? { get }

  /// The query for the terminal's background color; nil if the theme does not depend on it. The
  /// reply arrives among the keys and is passed to `setBackground(_:)`.
  var backgroundQuery: String? { get }
  func setBackground(_ background: RGBColor)

  /// The assistant for the next line. The first call may read files.
  func makeAssistant() -> PromptAssistant

  /// The lines of the history, oldest first. The first call may read a file.
  func historyLines() -> [String]
  func deleteFromHistory(_ line: String)

  /// Lets the seller change a line in an editor of their choice, such as vi.
  func edit(_ line: String) async -> ExternalEdit
}

/// The outcome of a line edited in another program.
package enum ExternalEdit: Hashable, Sendable {
  case edited(String)
  /// The program does not exist or cannot be run.
  case notStarted(command: String)
  /// The program ended with an error or a signal; the text is not used.
  case failed
}
