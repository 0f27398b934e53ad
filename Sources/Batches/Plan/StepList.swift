import Synchronization

/// The steps of a batch in their order.
///
/// Those of a long table and of a resumed batch are in a journal, and are read in blocks when they are
/// needed.
package struct StepList: RandomAccessCollection, Sendable, ExpressibleByArrayLiteral {
  private var stored: StoredSteps?
  /// The steps after the stored ones.
  private var others: [BatchStep]

  package init(_ steps: [BatchStep] = []) {
    others = steps
  }

  package init(arrayLiteral steps: BatchStep...) {
    self.init(steps)
  }

  /// The first steps of a stored batch.
  package init(of batch: Int, count: Int, in journal: BatchJournal) {
    stored = StoredSteps(journal: journal, batch: batch, count: count)
    others = []
  }

  /// The journal that has the first steps; nil if all are in memory.
  var source: (journal: BatchJournal, batch: Int)? { stored.map { ($0.journal, $0.batch) } }

  /// The number of steps that are in a journal.
  package var storedCount: Int { stored?.count ?? 0 }

  package var startIndex: Int { 0 }
  package var endIndex: Int { storedCount + others.count }

  package subscript(index: Int) -> BatchStep {
    guard let stored, index < stored.count else { return others[index - storedCount] }
    return stored[index]
  }

  package mutating func append(_ step: BatchStep) { others.append(step) }

  package mutating func reserveCapacity(_ count: Int) { others.reserveCapacity(count) }

  /// Moves the steps in memory to a journal, which has the earlier ones in the same batch.
  package mutating func move(to journal: BatchJournal, batch: Int) throws(JournalError) {
    try journal.append(others, to: batch)
    stored = StoredSteps(journal: journal, batch: batch, count: count)
    others = []
  }
}

/// The steps of a batch that a journal has; the blocks that were read last are in memory.
private final class StoredSteps: Sendable {
  private static let blockSize = 256
  private static let blockLimit = 4

  let count: Int
  let journal: BatchJournal
  let batch: Int
  /// The blocks in memory, the one that was used last at the end.
  private let blocks = Mutex<[(number: Int, steps: [BatchStep])]>([])

  init(journal: BatchJournal, batch: Int, count: Int) {
    self.journal = journal
    self.batch = batch
    self.count = count
  }

  /// A step. The process ends if the journal cannot be read any more; a batch that was stored can be
  /// resumed, as after a kill.
  subscript(index: Int) -> BatchStep {
    let (number, offset) = index.quotientAndRemainder(dividingBy: Self.blockSize)
    return blocks.withLock { blocks in
      if let known = blocks.lastIndex(where: { $0.number == number }) {
        if known < blocks.count - 1 { blocks.append(blocks.remove(at: known)) }
        return blocks[blocks.count - 1].steps[offset]
      }
      if blocks.count == Self.blockLimit { blocks.removeFirst() }
      blocks.append((number, read(number)))
      return blocks[blocks.count - 1].steps[offset]
    }
  }

  private func read(_ block: Int) -> [BatchStep] {
    let first = block * Self.blockSize
    let range = first..<min(first + Self.blockSize, count)
    do {
      let steps = try journal.steps(of: batch, range)
      precondition(steps.count == range.count, "the journal has lost steps of batch \(batch)")
      return steps
    } catch {
      preconditionFailure("the journal cannot be read: \(error)")
    }
  }
}
