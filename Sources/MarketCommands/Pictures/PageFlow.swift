/// How far a page may be written while pictures in it are still on their way.
import MarketRender

/// The lines of a page and the room for pictures in them, apart from any terminal.
///
/// A picture can be drawn into its room as long as that is on the screen, so the page stops before
/// it pushes room off the screen whose picture may still come. A page that fits the window is thus
/// written at once.
struct PageFlow {
  /// The first row of each line, and the row below the last.
  private let tops: [Int]
  private let slots: [PictureSlot]
  private let windowRows: Int
  /// Room whose picture is awaited.
  private(set) var awaited: Set<Int>
  /// Lines written so far.
  private(set) var written = 0

  /// The first room whose picture is awaited; what does not push it off the screen pushes none off.
  private var leading = 0

  /// - Parameters:
  ///   - heights: the rows that each line takes.
  ///   - slots: from top to bottom.
  init(heights: [Int], slots: [PictureSlot], windowRows: Int) {
    tops = heights.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    self.slots = slots
    self.windowRows = windowRows
    awaited = Set(slots.indices.filter { slots[$0].rows < windowRows })
    passSettled()
  }

  var isWritten: Bool { written == tops.count - 1 }

  /// The lines that can be written now; they count as written from here on.
  mutating func advance() -> Range<Int> {
    let start = written
    while !isWritten, mayWrite(written) { written += 1 }
    return start..<written
  }

  /// Its picture came, or never will.
  mutating func settle(_ slot: Int) {
    awaited.remove(slot)
    passSettled()
  }

  /// No picture is awaited any more.
  mutating func settleAll() {
    awaited = []
    leading = slots.count
  }

  /// Rows from the first of a picture's room down to the cursor's; nil while the room is not wholly
  /// written.
  func rowsBelow(_ slot: Int) -> Int? {
    let rows = tops[written] - tops[slots[slot].line]
    return rows >= slots[slot].rows ? rows : nil
  }

  private func mayWrite(_ line: Int) -> Bool {
    guard leading < slots.count else { return true }
    let top = slots[leading].line
    return top > line || tops[line + 1] - tops[top] < windowRows
  }

  private mutating func passSettled() {
    while leading < slots.count, !awaited.contains(leading) { leading += 1 }
  }
}
