import ListingChanges
package import MarketRender
package import Messages
package import SellerSession

/// Work on several files or pictures that failed for some of them.
package struct PartialWork: ErrorWithOutput {
  /// A failure, with a text that names the file or picture.
  package struct Fault: Sendable {
    package let text: Message
    package var exitCode = ExitCode.failed
  }

  package enum Work: Hashable, Sendable {
    case prepared, saved
  }

  package let work: Work
  package let done: Int
  package let faults: [Fault]
  /// The number of files or pictures that were not started.
  package let left: Int
  /// Whether Ctrl-C stopped it.
  package let isInterrupted: Bool
  /// The output for the part that was done; nil if nothing was.
  package let output: Output?
  /// The command that continues with the rest.
  package var continuation: String?

  package func report(at market: MarketProfile?) -> ErrorReport {
    let shown = ShortList.shown(of: faults.count, most: ShortList.usual)
    var report = ErrorReport(suggestions: continuation.map { [$0] } ?? [], exitCode: exitCode)
    report.sentences = faults.prefix(shown).map { .init($0.text) }
    if faults.count > shown {
      report.sentences.append(.init("and \(faults.count - shown) more like these"))
    }
    if let summary { report.sentences.append(.init(summary)) }
    report.isAboutWholeFile = true
    return report
  }

  /// The exit code; if nothing was done, the first fault decides.
  package var exitCode: ExitCode {
    if isInterrupted { return .interrupted }
    return done == 0 ? faults.first?.exitCode ?? .failed : .incomplete
  }

  /// A summary such as `2 of 5 prepared, 1 failed, 2 left`; nil for a single file or picture.
  package var summary: Message? {
    let total = done + faults.count + left
    guard total > 1 else { return nil }
    var parts: [Message] =
      switch work {
      case .prepared: ["\(done) of \(total) prepared"]
      case .saved: ["\(done) of \(total) saved"]
      }
    if !faults.isEmpty { parts.append("\(faults.count) failed") }
    if left > 0 { parts.append(.left(left)) }
    return isInterrupted ? "stopped: \(Message.list(parts))" : .list(parts)
  }
}

extension CommandContext {
  /// Works on several photos at once, but finishes them in order, so that output and names are
  /// always the same.
  ///
  /// - Parameters:
  ///   - again: the command that continues with the rest.
  ///   - begin: the part of the work that is done ahead.
  ///   - finish: the rest, which returns the row of the photo.
  ///   - endsAll: whether the next photo would fail the same way.
  func work<Job: Sendable, Part: Sendable>(
    on jobs: [Job], _ work: PartialWork.Work, atOnce width: Int, again: String? = nil,
    begin: @escaping @Sendable (Job) async throws -> Part, finish: (Part, Job) throws -> [Cell],
    fault: (any Error, Job) -> PartialWork.Fault, endsAll: (any Error) -> Bool = { _ in false },
    table: ([[Cell]]) -> PlainTable
  ) async throws -> Output {
    // The work that has started but not finished. Finished parts are removed to free memory.
    var ahead: [Task<Part, any Error>] = []
    var waiting = jobs[...]
    var rows: [[Cell]] = []
    var faults: [PartialWork.Fault] = []
    var isEnded = false
    for (index, job) in jobs.enumerated() {
      guard !isEnded, !Task.isCancelled else { break }
      while ahead.count < width, let next = waiting.popFirst() {
        ahead.append(Task { try await begin(next) })
      }
      do {
        rows.append(try finish(try await ahead.removeFirst().canceledWithCaller(), job))
      } catch {
        guard !Task.isCancelled else { break }
        faults.append(fault(error, job))
        isEnded = endsAll(error)
      }
      activity.update(done: index + 1)
    }
    for task in ahead { task.cancel() }
    let left = jobs.count - rows.count - faults.count
    let output = Output.table(table(rows))
    guard !faults.isEmpty || left > 0 else { return output }
    throw PartialWork(
      work: work, done: rows.count, faults: faults, left: left,
      isInterrupted: left > 0 && !isEnded, output: rows.isEmpty ? nil : output,
      continuation: left > 0 ? again : nil)
  }
}

extension Task where Failure == any Error {
  fileprivate func canceledWithCaller() async throws -> Success {
    try await withTaskCancellationHandler {
      try await value
    } onCancel: {
      cancel()
    }
  }
}
