import MarketWire
import Messages
import TerminalKit

/// What a command would do; nothing was sent.
public struct DryRunResult: Hashable, Sendable {
  /// A sentence with the counts, such as `Nothing was sent. This would change 3 listings at home.`
  public var heading: String
  /// The listings as they would be after the command.
  public var steps: [ListingChange]
  /// A new listing as buyers would see it; it is shown instead of its step.
  public var draft: ListingDetail?
  /// Further facts, such as which listings are left out and which changes need confirmation.
  public var notes: [String]

  public init(
    _ heading: String, steps: [ListingChange], draft: ListingDetail? = nil, notes: [String] = []
  ) {
    self.heading = heading
    self.steps = steps
    self.draft = draft
    self.notes = notes
  }

  /// The lines for people, without the draft.
  func lines(theme: Theme, change: (ListingChange) -> [StyledText]) -> [StyledText] {
    var lines = [StyledText(UntrustedText(heading).line, theme.title)]
    if draft == nil {
      lines += steps.flatMap(change)
    } else {
      lines += steps.flatMap(\.notes).map {
        StyledText("  \(UntrustedText($0).line)", theme.quiet)
      }
    }
    return lines + notes.map { StyledText(UntrustedText($0).line) }
  }
}
