/// What a command would send, none of which was sent.
import MarketWire
import Messages
import TerminalKit

/// The answer of a dry run.
public struct DryRunResult: Hashable, Sendable {
  /// A sentence with the counts, such as `Nothing was sent. This would change 3 listings at home.`
  public var heading: String
  /// Each listing as it would be, with what would change of it; the verb says what would happen.
  public var steps: [ListingChange]
  /// A new listing as buyers would see it, instead of its step's line.
  public var draft: ListingDetail?
  /// What else there is to say, such as what is left alone or would be asked about.
  public var notes: [String]

  public init(
    _ heading: String, steps: [ListingChange], draft: ListingDetail? = nil, notes: [String] = []
  ) {
    self.heading = heading
    self.steps = steps
    self.draft = draft
    self.notes = notes
  }

  /// The sentences for people, without the draft.
  func lines(theme: Theme, change: (ListingChange) -> [StyledText]) -> [StyledText] {
    let told = draft == nil ? steps.flatMap(change) : []
    let ways = draft == nil ? [] : steps.flatMap(\.notes)
    return [StyledText(UntrustedText(heading).line, theme.title)] + told
      + ways.map { StyledText("  \(UntrustedText($0).line)", theme.quiet) }
      + notes.map { StyledText(UntrustedText($0).line) }
  }
}
