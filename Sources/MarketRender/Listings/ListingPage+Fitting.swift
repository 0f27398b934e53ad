/// How many listings a window holds at once.
public import TerminalKit

extension ListingPage {
  /// Listings for one page, so that heading, rows, footer and the line that is typed next are seen
  /// together; at least 3 and at most 1,000.
  ///
  /// - Parameters:
  ///   - pictures: where pictures are drawn, the cells to draw them in.
  ///   - hasThumbnails: whether a table has pictures.
  public static func fitting(
    _ window: TerminalSize, _ layout: ListLayout, pictures: PictureSpace? = nil,
    hasThumbnails: Bool = false
  ) -> Int {
    // A line each for the heading, the footer's two and the next prompt, and two empty ones.
    let room = window.rows - 6
    let count: Int
    switch layout {
    case _ where window.columns < 40: count = room / labelLines
    // Its titles and the rule below them.
    case .table:
      let rowLines =
        hasThumbnails ? pictures?.rows(forColumns: Thumbnails.columns) ?? 1 : 1
      count = (room - 2) / rowLines
    case .grid:
      // The last column stays free.
      let columns = window.columns - 1
      let perLine = max(1, (columns + ListingGrid.gap) / (ListingGrid.leastWidth + ListingGrid.gap))
      let cardWidth = (columns - ListingGrid.gap * (perLine - 1)) / perLine
      let lines = cardLines + (pictures?.rows(forColumns: cardWidth) ?? 0)
      // Cards that are cut at the bottom would be worse than a page that is a line too long.
      count = perLine * max((room + 1) / lines, pictures == nil ? 0 : 1)
    }
    return min(max(count, 3), 1000)
  }

  /// A listing as labels, with the empty line below it.
  private static let labelLines = 7
  /// A card with a name on two lines, and the empty line below it.
  private static let cardLines = 6
}
