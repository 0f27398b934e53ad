package import Batches
package import MarketWire
import Messages

/// The changes of a batch in their order, each with the number of its first step, its head.
///
/// Those whose steps are in a journal are made from them when they are needed.
package struct ChangeList: RandomAccessCollection, Sendable {
  package typealias Element = (head: Int, change: PlannedChange)

  private var heads: [Int] = []
  private var stepCount = 0
  /// The steps in a journal.
  private var steps: StepList
  /// The changes whose steps are in memory, the last ones.
  private var others: [PlannedChange] = []
  /// What a plan says of changes beside their steps.
  private var notes: [Int: [Message]] = [:]
  /// The listings before the changes, by their ids. A plan that is carried out does not have them.
  package var before: @Sendable (Int) -> Product? = { _ in nil }

  package init() {
    steps = []
  }

  /// The changes of a stored batch.
  ///
  /// - Parameter heads: the numbers of their first steps.
  package init(heads: [Int], of steps: StepList) {
    self.heads = heads
    self.steps = steps
    stepCount = steps.count
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { heads.count }
  private var storedCount: Int { heads.count - others.count }

  package subscript(index: Int) -> Element {
    (heads[index], index < storedCount ? stored(index) : others[index - storedCount])
  }

  /// The indices of the steps of a change.
  package func steps(of index: Int) -> Range<Int> {
    let end = index + 1 < heads.count ? heads[index + 1] - 1 : stepCount
    return (heads[index] - 1)..<end
  }

  /// The index of the change that a step belongs to.
  package func index(ofStep number: Int) -> Int {
    var (low, high) = (0, heads.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if heads[middle] <= number { low = middle } else { high = middle }
    }
    return low
  }

  private func stored(_ index: Int) -> PlannedChange {
    var change = PlannedChange(stored: Array(steps[steps(of: index)]))
    change.notes = notes[index] ?? []
    if let old = change.before, let known = before(old.id) { change.before = known }
    return change
  }

  mutating func reserveCapacity(_ count: Int) {
    heads.reserveCapacity(count)
    others.reserveCapacity(count)
  }

  mutating func append(_ change: PlannedChange, head: Int) {
    heads.append(head)
    others.append(change)
    stepCount = head + change.requests.count - 1
  }

  /// Forgets the changes in memory, because a journal has all their steps.
  ///
  /// - Parameter keepsNotes: whether the notes are needed, as in a dry run.
  mutating func forgetStored(_ steps: StepList, keepsNotes: Bool) {
    self.steps = steps
    for (offset, change) in others.enumerated() where keepsNotes && !change.notes.isEmpty {
      notes[storedCount + offset] = change.notes
    }
    others = []
  }
}
