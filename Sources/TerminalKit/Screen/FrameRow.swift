/// A row of the screen column by column, to be compared with what shall stand there next.

/// One column: the letter that begins in it, or the second half of a wide one.
struct FrameCell: Equatable {
  /// A cluster with the marks that follow it; empty for a second half.
  var text: String
  var style: Style

  static let blank = FrameCell(text: " ", style: .plain)

  var isContinuation: Bool { text.isEmpty }
}

/// What was written into a row, from its first column to the last written one.
struct FrameRow: Equatable {
  private(set) var columns: [FrameCell] = []

  /// The letters of `text` that fit into `limit` columns. Each is one cluster of the whole row, in
  /// the style in which it begins, even where styles change in its middle; letters without a column
  /// of their own go with the letter before, and are left out at the beginning.
  init(_ text: StyledText, limit: Int) {
    let fragments = text.fragments
    var fragment = 0
    var fragmentEnd = fragments.first?.text.utf8.count ?? 0
    var offset = 0
    columns.reserveCapacity(min(limit, 256))
    for cluster in text.plain {
      while offset >= fragmentEnd, fragment + 1 < fragments.count {
        fragment += 1
        fragmentEnd += fragments[fragment].text.utf8.count
      }
      offset += cluster.utf8.count
      let width = DisplayWidth.of(cluster)
      guard columns.count + width <= limit else { return }
      guard width > 0 else {
        join(cluster)
        continue
      }
      let style = fragments[fragment].style
      columns.append(FrameCell(text: String(cluster), style: style))
      if width == 2 { columns.append(FrameCell(text: "", style: style)) }
    }
  }

  /// Whether nothing is cut by an edge before `column`.
  func isEdge(_ column: Int) -> Bool {
    column >= columns.count || !columns[column].isContinuation
  }

  /// Columns of the letter that begins in `column`.
  func width(at column: Int) -> Int { isEdge(column + 1) ? 1 : 2 }

  func text(_ range: Range<Int>) -> StyledText {
    var result = StyledText()
    var run = ""
    var style = Style.plain
    for column in columns[range] {
      if column.style != style {
        result.append(run, style)
        run = ""
        style = column.style
      }
      run += column.text
    }
    result.append(run, style)
    return result
  }

  /// The row after the terminal has moved everything from `column` on by `count` to the right.
  func inserting(_ count: Int, at column: Int, limit: Int) -> FrameRow {
    var result = self
    result.columns.insert(contentsOf: repeatElement(.blank, count: count), at: column)
    guard result.columns.count > limit else { return result }
    let cutsLetter = !result.isEdge(limit)
    result.columns.removeLast(result.columns.count - limit)
    if cutsLetter { result.columns[limit - 1] = .blank }
    return result
  }

  /// The row after the terminal has taken `count` columns away, nil where that cuts a letter.
  func deleting(_ count: Int, at column: Int) -> FrameRow? {
    guard column + count <= columns.count, isEdge(column), isEdge(column + count) else {
      return nil
    }
    var result = self
    result.columns.removeSubrange(column..<column + count)
    return result
  }

  /// In how many rows a window of `width` columns shows it when it wraps the row anew.
  func height(wrappedAt width: Int) -> Int { wrappedRow(of: columns.count, at: width) + 1 }

  /// In which of these rows the letter at `column` stands; behind the last letter it is the last.
  func wrappedRow(of column: Int, at width: Int) -> Int {
    var row = 0
    var used = 0
    for start in columns.indices where isEdge(start) {
      if used + self.width(at: start) > width, used > 0 {
        row += 1
        used = 0
      }
      if start >= column { return row }
      used += self.width(at: start)
    }
    return row
  }

  private mutating func join(_ cluster: Character) {
    guard let last = columns.lastIndex(where: { !$0.isContinuation }) else { return }
    columns[last].text.append(cluster)
  }
}
