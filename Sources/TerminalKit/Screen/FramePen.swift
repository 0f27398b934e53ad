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

  init(at position: Frame.Position, columns: Int, ansi: ANSI) {
    self.position = position
    self.columns = columns
    self.ansi = ansi
  }

  /// A pen at the same position without output.
  var fresh: FramePen { FramePen(at: position, columns: columns, ansi: ansi) }

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

  mutating func insertBlanks(_ count: Int) { output += Self.sequence(count, "@") }
  mutating func deleteColumns(_ count: Int) { output += Self.sequence(count, "P") }
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

  /// Appends the output of a pen that was copied by `fresh`.
  mutating func append(_ other: FramePen) {
    output += other.output
    position = other.position
  }

  private var isWaitingToWrap: Bool { position.column >= columns }

  private static func sequence(_ count: Int, _ final: String) -> String {
    count == 1 ? "\u{1B}[" + final : "\u{1B}[\(count)" + final
  }
}

extension FramePen {
  /// Replaces `old` in the pen's row with `new` in the fewest bytes: overwriting what differs, if
  /// useful after inserting or deleting columns.
  mutating func change(_ old: FrameRow, to new: FrameRow, mayShift: Bool) {
    var best = fresh
    best.overwrite(old, with: new)
    let start = firstDifference(old, new)
    if mayShift, start < old.cells.count, start < new.cells.count {
      for way in shifts(of: old, to: new, at: start)
      where way.output.utf8.count < best.output.utf8.count {
        best = way
      }
    }
    append(best)
  }

  /// Candidates that first insert or delete columns at `start`: the width of the character there,
  /// or the difference in width.
  private func shifts(of old: FrameRow, to new: FrameRow, at start: Int) -> [FramePen] {
    let growth = new.cells.count - old.cells.count
    var ways: [FramePen] = []
    for count in Set([new.width(at: start), growth]) where count > 0 && start + count < columns {
      var way = fresh
      way.move(toColumn: start)
      way.insertBlanks(count)
      way.overwrite(old.inserting(count, at: start, limit: columns), with: new)
      ways.append(way)
    }
    for count in Set([old.width(at: start), -growth]) where count > 0 {
      guard let rest = old.deleting(count, at: start) else { continue }
      var way = fresh
      way.move(toColumn: start)
      way.deleteColumns(count)
      way.overwrite(rest, with: new)
      ways.append(way)
    }
    return ways
  }

  private mutating func overwrite(_ old: FrameRow, with new: FrameRow) {
    for range in differences(old, new) { write(new, range) }
    guard old.cells.count > new.cells.count else { return }
    move(toColumn: new.cells.count)
    eraseRow()
  }

  /// The first column in which the rows differ, moved back to a character boundary in both.
  private func firstDifference(_ old: FrameRow, _ new: FrameRow) -> Int {
    var column = 0
    while column < min(old.cells.count, new.cells.count),
      old.cells[column] == new.cells[column]
    {
      column += 1
    }
    while !old.isBoundary(column) || !new.isBoundary(column) { column -= 1 }
    return column
  }

  /// The ranges to write, between character boundaries in both rows.
  ///
  /// A gap shorter than a cursor movement is overwritten, too.
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
