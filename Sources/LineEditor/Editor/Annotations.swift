import Messages
import TerminalKit

/// Text that is shown around the line.
struct Annotations: Sendable {
  /// A notice that is shown until the text changes.
  struct Notice: Sendable {
    let text: Message
    let revision: Int
  }

  /// Lines above the prompt, until the next key.
  var above: [StyledText] = []
  var notice: Notice?
  /// A line that Tab inserts while the line is empty.
  var proposal: String?
}
