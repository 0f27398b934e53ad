/// A screen in windows of several widths, as one text to look at and to compare.
public import TerminalKit

/// Collects screens under headings. Most of them show the characters alone, so that columns can be
/// seen to line up; one or two show the styles as mark-up.
public struct ScreenSheet {
  /// The widths at which every screen is looked at.
  public static let widths = [30, 40, 60, 80, 140]

  public private(set) var text = ""

  public init() {}

  /// The characters alone.
  public mutating func add(_ title: String, _ screen: StyledText) {
    add(title, lines: screen.plain)
  }

  /// The characters with their styles.
  public mutating func add(markup title: String, _ screen: StyledText) {
    add(title, lines: screen.markup)
  }

  private mutating func add(_ title: String, lines: String) {
    if !text.isEmpty { text += "\n" }
    text += "======== \(title)\n" + lines
    if !lines.hasSuffix("\n") { text += "\n" }
  }
}
