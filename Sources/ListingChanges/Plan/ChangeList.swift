package import Batches

/// The changes of a batch in their order, each with the number of its first step, its head.
package struct ChangeList: RandomAccessCollection, Sendable {
  package typealias Element = (head: Int, change: PlannedChange)

  private var list: [Element] = []
  /// The number of steps of all changes.
  private(set) var stepCount = 0

  package init() {}

  /// The changes of a stored batch.
  package init(stored steps: [BatchStep]) {
    var first = 0
    while first < steps.count {
      // The parts of a change follow its head.
      let end = steps[(first + 1)...].firstIndex { $0.partOf == nil } ?? steps.count
      append(PlannedChange(stored: Array(steps[first..<end])), head: first + 1)
      first = end
    }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { list.count }

  package subscript(index: Int) -> Element { list[index] }

  /// The indices of the steps of a change.
  package func steps(of index: Int) -> Range<Int> {
    let end = index + 1 < list.count ? list[index + 1].head - 1 : stepCount
    return (list[index].head - 1)..<end
  }

  /// The index of the change that a step belongs to.
  package func index(ofStep number: Int) -> Int {
    var (low, high) = (0, list.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if list[middle].head <= number { low = middle } else { high = middle }
    }
    return low
  }

  mutating func reserveCapacity(_ count: Int) { list.reserveCapacity(count) }

  mutating func append(_ change: PlannedChange, head: Int) {
    list.append((head, change))
    stepCount = head + change.requests.count - 1
  }
}
