/// The content of one column: a grapheme cluster, or the second half of a wide one.
struct FrameCell: Equatable {
  /// The grapheme cluster with following zero-width characters; empty for a second half.
  var text: String
  var style: Style

  var isContinuation: Bool { text.isEmpty }
}

/// The cells of a row up to the last written one.
struct FrameRow: Equatable {
  private(set) var cells: [FrameCell] = []

  /// The grapheme clusters of `text` that fit into `limit` columns. A cluster of several styles
  /// gets the style of its start. Zero-width clusters join the preceding one and are dropped at the
  /// start of the row.
  init(_ text: StyledText, limit: Int) {
    let fragments = text.fragments
    var fragment = 0
    var fragmentEnd = fragments.first?.text.utf8.count ?? 0
    var offset = 0
    cells.reserveCapacity(min(limit, 256))
    for cluster in text.plain {
      while offset >= fragmentEnd, fragment + 1 < fragments.count {
        fragment += 1
        fragmentEnd += fragments[fragment].text.utf8.count
      }
      offset += cluster.utf8.count
      let width = DisplayWidth.of(cluster)
      guard cells.count + width <= limit else { return }
      guard width > 0 else {
        join(cluster)
        continue
      }
      let style = fragments[fragment].style
      cells.append(FrameCell(text: String(cluster), style: style))
      if width == 2 { cells.append(FrameCell(text: "", style: style)) }
    }
  }

  /// Whether `column` is not the second half of a wide character.
  func isBoundary(_ column: Int) -> Bool { column >= cells.count || !cells[column].isContinuation }

  func width(at column: Int) -> Int { isBoundary(column + 1) ? 1 : 2 }

  func text(_ range: Range<Int>) -> StyledText {
    StyledText(pieces: cells[range].lazy.map { ($0.text, $0.style) })
  }

  /// The number of rows when a window of `width` columns wraps the row.
  func height(wrappedAt width: Int) -> Int { wrappedRow(of: cells.count, at: width) + 1 }

  /// The index of the wrapped row that has the character at `column`. A column after the last
  /// character is in the last row.
  func wrappedRow(of column: Int, at width: Int) -> Int {
    var row = 0
    var used = 0
    for start in cells.indices where isBoundary(start) {
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
    guard let last = cells.lastIndex(where: { !$0.isContinuation }) else { return }
    cells[last].text.append(cluster)
  }
}
