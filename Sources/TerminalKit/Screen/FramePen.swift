/// A writer of screen changes that tracks the cursor position.
///
/// 1. All movements are relative, since the position of the rows on the screen is unknown. Moving
///    down uses line feeds, which scroll at the bottom of the screen, where `CSI B` would not.
/// 2. After a character in the last column, the terminal wraps only with the next character
///    (deferred wrap). Terminals differ in what other sequences do in this state, so a carriage
///    return comes first.
struct FramePen {
  private(set) var output = ""
  private(set) var position: Frame.Position
  /// The window width.
  let columns: Int
  let ansi: ANSI

  mutating func move(to target: Frame.Position) {
    move(toRow: target.row)
    move(toColumn: target.column)
  }

  /// Moves to another row: downward to its first column, upward to any column.
  mutating func move(toRow target: Int) {
    if target > position.row {
      output += "\r" + String(repeating: "\n", count: target - position.row)
      position.column = 0
    } else if target < position.row {
      if isWaitingToWrap { move(toColumn: 0) }
      output += Self.sequence(position.row - target, "A")
    }
    position.row = target
  }

  mutating func move(toColumn target: Int) {
    guard target != position.column else { return }
    let distance = abs(target - position.column)
    var ways = ["\r" + (target > 0 ? Self.sequence(target, "C") : "")]
    if !isWaitingToWrap {
      ways.append(Self.sequence(distance, target < position.column ? "D" : "C"))
      if target < position.column, distance < 4 {
        ways.append(String(repeating: "\u{8}", count: distance))
      }
    }
    output += ways.min { $0.utf8.count < $1.utf8.count } ?? ""
    position.column = target
  }

  /// Writes a range of columns of `row` at their position.
  mutating func write(_ row: FrameRow, _ range: Range<Int>) {
    move(toColumn: range.lowerBound)
    output += ansi.encode(row.text(range))
    position.column = range.upperBound
  }

  mutating func eraseRow() { output += "\u{1B}[K" }
  mutating func eraseDown() { output += "\u{1B}[J" }
  mutating func showCursor(_ isShown: Bool) { output += isShown ? "\u{1B}[?25h" : "\u{1B}[?25l" }

  mutating func shapeCursor(_ shape: CursorShape) {
    let number =
      switch shape {
      case .normal: 0
      case .block: 2
      case .underline: 4
      case .bar: 6
      }
    output += "\u{1B}[\(number) q"
  }

  private var isWaitingToWrap: Bool { position.column >= columns }

  private static func sequence(_ count: Int, _ final: String) -> String {
    count == 1 ? "\u{1B}[" + final : "\u{1B}[\(count)" + final
  }
}

extension FramePen {
  /// Replaces `old` in the pen's row with `new` by writing what differs.
  mutating func overwrite(_ old: FrameRow, with new: FrameRow) {
    for range in differences(old, new) { write(new, range) }
    guard old.cells.count > new.cells.count else { return }
    move(toColumn: new.cells.count)
    eraseRow()
  }

  /// The ranges to write, between character boundaries in both rows. A gap shorter than a cursor
  /// movement is overwritten, too.
  private func differences(_ old: FrameRow, _ new: FrameRow) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var column = 0
    while column < new.cells.count {
      guard column >= old.cells.count || old.cells[column] != new.cells[column] else {
        column += 1
        continue
      }
      var start = column
      while !old.isBoundary(start) || !new.isBoundary(start) { start -= 1 }
      column += 1
      while column < new.cells.count, !old.isBoundary(column) || !new.isBoundary(column) {
        column += 1
      }
      if let last = result.last, start - last.upperBound < 4 {
        result[result.count - 1] = last.lowerBound..<column
      } else {
        result.append(start..<column)
      }
    }
    return result
  }
}
