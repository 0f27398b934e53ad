import Batches
package import MarketRender
package import Messages
import SellerSession

/// How many changes and commands of a batch ended in which way.
///
/// Every summary, progress line and error about a batch has its words from here.
package struct BatchCounts: Hashable, Sendable {
  /// Made, now or earlier.
  package private(set) var done = 0
  /// Commands that found everything as they want it.
  package var unchanged = 0
  package private(set) var failed = 0
  package private(set) var unknown = 0
  package private(set) var conflicts = 0
  /// Commands that Ctrl-C stopped, at most one.
  package private(set) var stopped = 0
  /// Not started, or not sent.
  package private(set) var left = 0

  package init() {}

  /// The steps of a stored batch.
  init(_ steps: [StepState: Int]) {
    for (state, number) in steps { count(state, number) }
  }

  init(_ outcomes: [ChangeOutcome], _ end: BatchRunner.End) {
    for outcome in outcomes { count(outcome) }
    count(.conflict, end.extraCount)
  }

  /// Whether anything ran.
  package var isBegun: Bool { done + failed + unknown + conflicts + stopped > 0 }
  /// Whether there was no command at all.
  package var isEmpty: Bool { !isBegun && unchanged == 0 }
  /// All that have ended, whatever came of them.
  package var ended: Int { done + unchanged + failed + unknown + conflicts + stopped }
  /// Whether everything that began was done.
  var isDone: Bool { failed + unknown + conflicts + stopped + left == 0 }

  mutating func count(_ state: StepState, _ number: Int = 1) {
    switch state {
    case .done, .adopted: done += number
    case .failed: failed += number
    case .unknown, .sent: unknown += number
    case .conflict: conflicts += number
    case .planned: left += number
    }
  }

  /// Counts a change by the records of its steps.
  mutating func count(_ records: some Sequence<StepRecord>) {
    count(records.first { $0.state != .done && $0.state != .adopted }?.state ?? .done)
  }

  mutating func count(_ outcome: ChangeOutcome) {
    let isIncomplete = outcome.hasHappened && outcome.error != nil && !outcome.isUnsaved
    count(isIncomplete ? .failed : outcome.state)
  }

  /// Counts a command by its exit code.
  mutating func count(_ exitCode: ExitCode) {
    switch exitCode {
    case .done, .outputLost: done += 1
    case .interrupted: stopped += 1
    default: failed += 1
    }
  }

  /// Each number with its words and its key in JSON.
  package func items(isDryRun: Bool = false) -> [BatchSummary.Count] {
    [
      .init(done, key: "done", isDryRun ? "\(done) fine" : "\(done) done", outcome: .success),
      .init(unchanged, key: "unchanged", "\(unchanged) already as wanted"),
      .init(
        failed, key: "failed", isDryRun ? "\(failed) with errors" : "\(failed) failed",
        outcome: .failure),
      .init(unknown, key: "unknown", "\(unknown) unknown", outcome: .failure),
      .init(
        conflicts, key: "conflicts",
        Message(count: conflicts, one: "1 conflict", other: "\(conflicts) conflicts"),
        outcome: .failure),
      .init(stopped, key: "stopped", "\(stopped) stopped", outcome: .failure),
      .init(left, key: "left", .left(left)),
    ]
  }

  /// What went wrong, such as `2 failed`.
  package var problems: [Message] {
    items().filter { $0.outcome == .failure && $0.number > 0 }.map(\.text)
  }

  /// `2 of 5 changed, 1 failed, 2 left`.
  func summary(_ action: ListingChange.Action, of total: Int) -> Message {
    let finished: Message =
      switch action {
      case .added: "\(done) of \(total) added"
      case .changed: "\(done) of \(total) changed"
      case .replaced: "\(done) of \(total) replaced"
      case .removed: "\(done) of \(total) removed"
      }
    return .list([finished] + problems + (left > 0 ? [.left(left)] : []))
  }

  /// The numbers above 0: `8 done, 1 failed, 21 left`; nil if there are none.
  package func summary(isDryRun: Bool = false) -> Message? {
    let texts = items(isDryRun: isDryRun).filter { $0.number > 0 }.map(\.text)
    return texts.isEmpty ? nil : .list(texts)
  }
}

extension Message {
  /// How many changes or photos are left.
  package static func left(_ count: Int) -> Message {
    Message(count: count, one: "1 left", other: "\(count) left")
  }
}
