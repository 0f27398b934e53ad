import TerminalKit

/// What the assistant said about the current line.
struct Assistance: Sendable {
  /// The highlighted line of a text revision.
  struct Coloring: Sendable {
    let revision: Int
    let line: StyledText
    /// Whether the line contains no escaped control characters.
    let isVerbatim: Bool
  }

  var hint = HintState()
  var coloring: Coloring?
}
