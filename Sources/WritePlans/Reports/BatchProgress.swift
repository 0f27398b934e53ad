import Batches
package import Messages

/// The numbers of changes and commands of a batch that have ended, for the progress line.
package struct BatchProgress: Sendable {
  /// All that have ended, whatever came of them.
  package var done: Int
  package var failed = 0
  package var unknown = 0
  package var conflicts = 0

  package init(done: Int = 0) {
    self.done = done
  }

  /// Counts a change by the records of its steps.
  mutating func note(_ records: some Sequence<StepRecord>) {
    done += 1
    switch records.first(where: { $0.state != .done && $0.state != .adopted })?.state {
    case .failed: failed += 1
    case .unknown, .sent: unknown += 1
    case .conflict: conflicts += 1
    case .done, .adopted, .planned, nil: break
    }
  }

  /// The numbers of what went wrong, such as `2 failed`.
  package var problems: [Message] {
    var problems: [Message] = []
    if failed > 0 { problems.append("\(failed) failed") }
    if unknown > 0 { problems.append("\(unknown) unknown") }
    if conflicts > 0 {
      problems.append(
        Message(count: conflicts, one: "1 conflict", other: "\(conflicts) conflicts"))
    }
    return problems
  }
}
