import Messages
import TerminalKit

/// The sentences of an output for people: replies, empty states, changes, summaries.
struct MessageLines {
  let viewport: Viewport
  private var theme: Theme { viewport.theme }

  /// The lines of an output, wrapped to the window; none if it has only data.
  func lines(_ output: Output) -> [StyledText] {
    switch output {
    case .listings(let page) where page.rows.isEmpty: lines(page.emptyState)
    case .table(let table) where table.rows.isEmpty: lines(table.emptyState)
    case .nothing(let emptyState): lines(emptyState)
    case .change(let change): lines(change)
    case .changes(let changes): lines(changes)
    case .dryRun(let result): result.lines(viewport).flatMap { wrapped($0, indent: 4) }
    case .reply(let reply): wrapped(viewport.text(reply.text)) + suggestions(reply.suggestions)
    case .summary(let summary): lines(summary)
    case .listings, .listingStream, .table, .detail, .details, .photo, .record, .help, .text,
      .report, .events, .none:
      []
    }
  }

  private func lines(_ change: ListingChange) -> [StyledText] {
    guard change.isListed else { return [] }
    let lines = change.lines(viewport, isDryRun: false)
    return lines.enumerated().flatMap { index, line in
      // A long undo command is never wrapped, so that it can be copied from a narrow window.
      let isUndoCommand = change.undoCommand?.contains(" ") == true && index == lines.count - 1
      return isUndoCommand ? [line] : wrapped(line, indent: index == 0 ? 2 : 4)
    }
  }

  /// One change with its own undo command; several with one for all of them.
  private func lines(_ changes: [ListingChange]) -> [StyledText] {
    guard changes.count > 1 else { return changes.flatMap(lines) }
    let listed = changes.count > ListingChange.mostListed ? [] : changes
    // Changes that have one command in common were made by `undo` or `redo`.
    let common = changes.allSatisfy { $0.undoCommand == changes[0].undoCommand }
    let undo = common ? changes[0].undoCommand ?? "undo" : "undo"
    return listed.flatMap { change in
      var change = change
      change.undoCommand = nil
      return lines(change)
    } + total(changes) + [
      viewport.wayBack(
        undo, removed: changes.allSatisfy { $0.action == .removed } ? changes.count : 0)
    ]
  }

  /// `20 changed`, below more changes than one counts at a glance.
  private func total(_ changes: [ListingChange]) -> [StyledText] {
    guard changes.count > 3, let action = changes.first?.action,
      changes.allSatisfy({ $0.action == action })
    else { return [] }
    return [viewport.text(ListingChange.total(changes.count, action), theme.success)]
  }

  /// `Nothing matches "mug" among your 40 listings. Look everywhere: search mug`
  ///
  /// The suggestion is a line of its own if both do not fit into one, so that the command is not
  /// wrapped.
  func lines(_ emptyState: EmptyState) -> [StyledText] {
    let reason = viewport.text(emptyState.reason)
    guard let suggestion = emptyState.suggestion else { return wrapped(reason) }
    let way = viewport.text("\(emptyState.lead): \(command: viewport.typedCommand(suggestion))")
    let line = reason + " " + way
    return line.width <= viewport.columns ?? .max ? [line] : wrapped(reason) + wrapped(way)
  }

  private func suggestions(_ commands: [String]) -> [StyledText] {
    commands.flatMap { command in
      wrapped(
        viewport.text("try: \(command: viewport.typedCommand(command))", theme.quiet),
        firstIndent: 2, indent: 7)
    }
  }

  private func lines(_ summary: BatchSummary) -> [StyledText] {
    let counts = summary.counts.filter { $0.number > 0 }.map { count in
      viewport.text(count.text, style(count.outcome))
    }
    let title = viewport.text(summary.title, theme.title)
    let head = counts.first.map { title + ": " + $0 } ?? title
    let mark = viewport.text(viewport.usesScreenReader ? "problem: " : "✗ ", theme.failure)
    let notes = summary.notes.map { viewport.text($0, theme.quiet) }
    return FlowLayout(viewport: viewport).lines([head] + counts.dropFirst() + notes)
      + summary.problems.flatMap { problem in
        wrapped(mark + viewport.text(problem), firstIndent: 2, indent: 4)
      }
      + suggestions(summary.suggestions)
      + (summary.undoCommand.map { command in
        [viewport.wayBack(command)]
      } ?? [])
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

extension Viewport {
  /// How to take a change back: `undo: edit 12 --stock 5`, or the last change with `undo`.
  ///
  /// - Parameter removed: how many removed listings come back.
  func wayBack(_ command: String, removed: Int = 0) -> StyledText {
    let typed = typedCommand(command)
    guard !command.contains(" ") else { return text("undo: \(command: typed)", theme.quiet) }
    guard removed > 0 else { return text("Take it back: \(command: typed)", theme.quiet) }
    return text(
      Message(
        count: removed, one: "Take it back: \(command: typed) (it comes back under a new id)",
        other: "Take it back: \(command: typed) (they come back under new ids)"), theme.quiet)
  }
}
