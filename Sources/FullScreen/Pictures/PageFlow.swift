import MarketRender

/// Decides how far a page is written while its pictures are still loading.
///
/// A picture can only be drawn while its slot is on the screen, so the page stops before it scrolls
/// the slot of a pending picture off the screen. A page that fits into the window is written at once.
struct PageFlow {
  /// The first row of each line, and the row below the last line.
  private let firstRows: [Int]
  /// From top to bottom.
  private let slots: [PictureSlot]
  private let windowRows: Int
  /// The slots whose picture is still loading.
  private(set) var pending: Set<Int>
  /// The number of lines written.
  private(set) var writtenCount = 0
  /// The first pending slot. Lines that keep it on the screen keep the later ones, too.
  private var firstPending = 0

  /// - Parameters:
  ///   - heights: The number of rows that each line occupies.
  ///   - slots: The slots from top to bottom.
  init(heights: [Int], slots: [PictureSlot], windowRows: Int) {
    firstRows = heights.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    self.slots = slots
    self.windowRows = windowRows
    pending = Set(slots.indices.filter { slots[$0].rows < windowRows })
    skipFinished()
  }

  var isComplete: Bool { writtenCount == firstRows.count - 1 }

  /// Returns the lines that can be written now, and counts them as written.
  mutating func advance() -> Range<Int> {
    let start = writtenCount
    while !isComplete, canWrite(writtenCount) { writtenCount += 1 }
    return start..<writtenCount
  }

  /// Records that the picture of a slot is drawn, or never will be.
  mutating func finish(_ slot: Int) {
    pending.remove(slot)
    skipFinished()
  }

  mutating func finishAll() {
    pending = []
    firstPending = slots.count
  }

  /// The rows from the start of a slot to the cursor; nil if the slot is not completely written.
  func rowsToCursor(from slot: Int) -> Int? {
    let rows = firstRows[writtenCount] - firstRows[slots[slot].line]
    return rows >= slots[slot].rows ? rows : nil
  }

  private func canWrite(_ line: Int) -> Bool {
    guard firstPending < slots.count else { return true }
    let slotLine = slots[firstPending].line
    return slotLine > line || firstRows[line + 1] - firstRows[slotLine] < windowRows
  }

  private mutating func skipFinished() {
    while firstPending < slots.count, !pending.contains(firstPending) { firstPending += 1 }
  }
}
