public import TerminalKit

/// A golden text of several screens under headings.
///
/// Most screens show only the characters, so that the columns line up. One or two show the styles
/// as markup.
public struct ScreenSheet {
  /// The window widths in which each screen is shown.
  public static let widths = [30, 40, 60, 80, 140]

  public private(set) var text = ""

  public init() {}

  /// Adds a screen without styles.
  public mutating func add(_ title: String, _ screen: StyledText) {
    add(title, lines: screen.plain)
  }

  /// Adds a screen with its styles as markup.
  public mutating func add(markup title: String, _ screen: StyledText) {
    add(title, lines: screen.markup)
  }

  private mutating func add(_ title: String, lines: String) {
    if !text.isEmpty { text += "\n" }
    text += "======== \(title)\n" + lines
    if !lines.hasSuffix("\n") { text += "\n" }
  }
}
