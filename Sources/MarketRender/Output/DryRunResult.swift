public import Messages
import TerminalKit

/// What a command would do; nothing was sent.
public struct DryRunResult: Hashable, Sendable {
  /// A sentence with the counts, such as `Nothing was sent. This would change 3 listings at home.`
  /// Nil for a command of a file, whose end says it.
  public var heading: Message?
  /// The listings as they would be after the command.
  public var steps: [ListingChange]
  /// A new listing as buyers would see it; it is shown instead of its step.
  public var draft: ListingDetail?
  /// Further facts, such as which listings are left out and which changes need confirmation.
  public var notes: [Message]

  public init(
    _ heading: Message, steps: [ListingChange], draft: ListingDetail? = nil, notes: [Message] = []
  ) {
    self.heading = heading
    self.steps = steps
    self.draft = draft
    self.notes = notes
  }

  /// The lines for people, without the draft.
  func lines(_ viewport: Viewport) -> [StyledText] {
    var lines = heading.map { [viewport.text($0, viewport.theme.title)] } ?? []
    if draft == nil {
      lines += steps.flatMap { $0.lines(viewport, isDryRun: true) }
    } else {
      lines += steps.flatMap(\.notes).map { "  " + viewport.text($0, viewport.theme.quiet) }
    }
    return lines + notes.map { viewport.text($0) }
  }
}
