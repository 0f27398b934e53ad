public import TerminalKit

extension ListingPresentation {
  /// The height of a listing as labels, with the empty line below it.
  private static let labelRows = 7
  /// The height of a card with a name on two lines, with the empty line below it.
  private static let cardRows = 6

  /// The number of listings that fit into a window together with heading, footer and prompt; from
  /// 3 to 1,000.
  ///
  /// - Parameter pictures: the cells that pictures are drawn into; nil if none are drawn.
  public func pageSize(in window: TerminalSize, pictures: PictureSpace? = nil) -> Int {
    // Heading, page commands, prompt and two empty lines.
    let space = window.rows - 5 - footerRows(columns: window.columns)
    let count: Int
    switch layout {
    case _ where window.columns < 40: count = space / Self.labelRows
    case .table:
      var rowHeight = hasThumbnails ? pictures?.rows(forColumns: ThumbnailColumn.width) ?? 1 : 1
      if hasDescriptions, !hasThumbnails { rowHeight = 2 }
      // Titles and rule.
      count = (space - 2) / rowHeight
    case .grid:
      // The last column stays free.
      let columns = window.columns - 1
      let perLine = ListingGrid.perLine(columns, cardWidth: ListingGrid.minimumWidth)
      let cardWidth = (columns - ListingGrid.gap * (perLine - 1)) / perLine
      let height = Self.cardRows + (pictures?.rows(forColumns: cardWidth) ?? 0)
      // With pictures, one line of cards that is too long is better than none.
      count = perLine * max((space + 1) / height, pictures == nil ? 0 : 1)
    }
    return min(max(count, 3), 1000)
  }

  /// The lines of the footer below the page commands, at most: the legend, and the note on the sort.
  private func footerRows(columns: Int) -> Int {
    // `• yours · ★ starred · changes since your last visit, 12 minutes ago · dates in Asia/Seoul`
    let legend = hasDays ? 96 : 68
    return (legend + columns - 1) / max(columns, 1) + (isSortedByPrice ? 1 : 0)
  }
}
