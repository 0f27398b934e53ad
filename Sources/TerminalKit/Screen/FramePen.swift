/// Writes into rows of a screen and knows all the time where the cursor stands.

/// The bytes for a change of the screen, in the making.
///
/// 1. All movements are relative, so nobody needs to know where on the screen the rows stand. Down
///    goes by line feeds, which scroll at the bottom of the screen where `CSI B` would stay.
/// 2. With a letter in the last column the terminal waits for the next one to wrap. Terminals
///    disagree on what else it does then, so a carriage return comes first.
struct FramePen {
  private(set) var output = ""
  private(set) var position: Frame.Position
  /// Of the window.
  let columns: Int
  let ansi: ANSI

  init(at position: Frame.Position, columns: Int, ansi: ANSI) {
    self.position = position
    self.columns = columns
    self.ansi = ansi
  }

  /// A pen at the same place that has not written yet.
  var fresh: FramePen { FramePen(at: position, columns: columns, ansi: ansi) }

  mutating func move(to target: Frame.Position) {
    move(toRow: target.row)
    move(toColumn: target.column)
  }

  /// Into another row: down into its first column, up into any.
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

  /// Writes the columns of `row` in `range` where they stand in it.
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

  /// Takes over what a fresh pen of this one has written.
  mutating func append(_ other: FramePen) {
    output += other.output
    position = other.position
  }

  private var isWaitingToWrap: Bool { position.column >= columns }

  private static func sequence(_ count: Int, _ letter: String) -> String {
    count == 1 ? "\u{1B}[" + letter : "\u{1B}[\(count)" + letter
  }
}

extension FramePen {
  /// Turns `old`, which stands in the pen's row, into `new` in the shortest way there is: writing
  /// over what differs, after the terminal has moved the rest aside where that helps.
  mutating func change(_ old: FrameRow, to new: FrameRow) {
    var best = fresh
    best.overwrite(old, with: new)
    let start = firstDifference(old, new)
    if start < old.columns.count, start < new.columns.count {
      for way in shifts(of: old, to: new, at: start)
      where way.output.utf8.count < best.output.utf8.count {
        best = way
      }
    }
    append(best)
  }

  /// What a letter typed or deleted at `start` looks like, and a change by the difference in width.
  private func shifts(of old: FrameRow, to new: FrameRow, at start: Int) -> [FramePen] {
    let growth = new.columns.count - old.columns.count
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
    guard old.columns.count > new.columns.count else { return }
    move(toColumn: new.columns.count)
    eraseRow()
  }

  /// The first column, an edge in both rows, from which they differ.
  private func firstDifference(_ old: FrameRow, _ new: FrameRow) -> Int {
    var column = 0
    while column < min(old.columns.count, new.columns.count),
      old.columns[column] == new.columns[column]
    {
      column += 1
    }
    while !old.isEdge(column) || !new.isEdge(column) { column -= 1 }
    return column
  }

  /// What has to be written, between edges of both rows. A gap shorter than a movement is written
  /// again.
  private func differences(_ old: FrameRow, _ new: FrameRow) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var column = 0
    while column < new.columns.count {
      guard column >= old.columns.count || old.columns[column] != new.columns[column] else {
        column += 1
        continue
      }
      var start = column
      while !old.isEdge(start) || !new.isEdge(start) { start -= 1 }
      column += 1
      while column < new.columns.count, !old.isEdge(column) || !new.isEdge(column) { column += 1 }
      if let last = result.last, start - last.upperBound < 4 {
        result[result.count - 1] = last.lowerBound..<column
      } else {
        result.append(start..<column)
      }
    }
    return result
  }
}
