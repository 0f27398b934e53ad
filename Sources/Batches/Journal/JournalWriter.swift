package import Base
import Synchronization

/// Writes the records of one batch. Records that arrive while others are being synced share the next
/// transaction.
package final class JournalWriter: Sendable {
  private struct Waiting {
    let records: [StepRecord]
    let continuation: CheckedContinuation<JournalError?, Never>
  }

  private struct State {
    var waiting: [Waiting] = []
    var isWriting = false
  }

  private let journal: BatchJournal
  private let batch: Int
  private let threads: ThreadPool
  private let state = Mutex(State())

  package init(_ journal: BatchJournal, batch: Int, threads: ThreadPool) {
    self.journal = journal
    self.batch = batch
    self.threads = threads
  }

  /// Returns when the records are on disk; they share a transaction.
  package func write(_ records: [StepRecord]) async throws(JournalError) {
    let error = await withCheckedContinuation { continuation in
      let starts = state.withLock { state in
        state.waiting.append(Waiting(records: records, continuation: continuation))
        defer { state.isWriting = true }
        return !state.isWriting
      }
      if starts { threads.submit { [self] in writeAll() } }
    }
    if let error { throw error }
  }

  private func writeAll() {
    while true {
      let group = state.withLock { state in
        defer { state.waiting = [] }
        state.isWriting = !state.waiting.isEmpty
        return state.waiting
      }
      guard !group.isEmpty else { return }
      var failure: JournalError?
      do throws(JournalError) {
        try journal.write(group.flatMap(\.records), of: batch)
      } catch {
        failure = error
      }
      for waiting in group { waiting.continuation.resume(returning: failure) }
    }
  }
}
