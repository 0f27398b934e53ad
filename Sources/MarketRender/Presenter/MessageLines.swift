/// What a command says to people beside its data.
import Messages
import TerminalKit

/// Sentences, suggestions and counts, wrapped to the window.
struct MessageLines {
  let viewport: Viewport
  private var theme: Theme { viewport.theme }

  /// The lines that `output` says, none where it only has data.
  func lines(_ output: Output) -> [StyledText] {
    switch output {
    case .listings(let listing) where listing.rows.isEmpty: emptyState(listing.emptyState)
    case .table(let table) where table.rows.isEmpty: emptyState(table.emptyState)
    case .nothing(let nothing): emptyState(nothing)
    case .change(let change): lines(change)
    case .changes(let changes): changes.flatMap(lines) + sum(changes)
    case .dryRun(let plan): lines(plan)
    case .reply(let reply): wrapped(reply.text) + suggestions(reply.suggestions)
    case .summary(let summary): self.summary(summary)
    case .listings, .listingStream, .table, .detail, .details, .photo, .record, .help, .text, .none:
      []
    }
  }

  private func lines(_ plan: DryRunResult) -> [StyledText] {
    plan.lines(theme: theme, change: lines).flatMap { wrapped($0, indent: 4) }
  }

  private func lines(_ change: ListingChange) -> [StyledText] {
    // The way back stays one line, so that it can be copied whole from a window of any width.
    let lines = change.lines(money: viewport.money, theme: theme)
    return lines.enumerated().flatMap { index, line in
      let isWayBack = change.undoCommand != nil && index == lines.count - 1
      return isWayBack ? [line] : wrapped(line, indent: index == 0 ? 2 : 4)
    }
  }

  /// `20 changed`: of many, nobody counts the lines.
  private func sum(_ changes: [ListingChange]) -> [StyledText] {
    guard changes.count > 3, let verb = changes.first?.verb, changes.allSatisfy({ $0.verb == verb })
    else { return [] }
    return [StyledText("\(changes.count) \(verb)", theme.success)]
  }

  /// `Nothing matches "mug" among your 40 listings. Look everywhere: search mug`; the second half
  /// on a line of its own where there is no room for both, so that the command stays whole.
  func emptyState(_ emptyState: EmptyState) -> [StyledText] {
    let reason = StyledText(UntrustedText(emptyState.reason).line)
    guard let suggestion = emptyState.suggestion else { return wrapped(reason) }
    let way =
      StyledText("\(emptyState.lead): ") + StyledText(UntrustedText(suggestion).line, theme.command)
    let whole = reason + " " + way
    return whole.width <= viewport.columns ?? .max ? [whole] : wrapped(reason) + wrapped(way)
  }

  private func suggestions(_ commands: [String]) -> [StyledText] {
    commands.flatMap { command in
      wrapped(
        StyledText("try: ", theme.quiet) + StyledText(UntrustedText(command).line, theme.command),
        firstIndent: 2, indent: 7)
    }
  }

  private func summary(_ summary: BatchSummary) -> [StyledText] {
    let counts = summary.counts.filter { $0.number > 0 }.map { count in
      StyledText("\(count.number) \(count.label)", style(count.outcome))
    }
    let title = StyledText(UntrustedText(summary.title).line, theme.title)
    let head = counts.first.map { title + ": " + $0 } ?? title
    let mark = StyledText(viewport.usesScreenReader ? "problem: " : "✗ ", theme.failure)
    return FlowLayout(viewport: viewport).lines([head] + counts.dropFirst())
      + summary.problems.flatMap { problem in
        wrapped(mark + StyledText(UntrustedText(problem).line), firstIndent: 2, indent: 4)
      }
      + suggestions(summary.suggestions)
  }

  private func style(_ outcome: BatchSummary.Outcome) -> Style {
    switch outcome {
    case .success: theme.success
    case .neutral: .plain
    case .failure: theme.failure
    }
  }

  private func wrapped(
    _ text: StyledText, firstIndent: Int = 0, indent: Int = 0
  ) -> [StyledText] {
    Wrapping(width: viewport.columns ?? .max / 2, firstIndent: firstIndent, indent: indent)
      .lines(text)
  }
}
