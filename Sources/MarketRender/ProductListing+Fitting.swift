/// How many listings a window holds at once.
public import TerminalKit

extension ProductListing {
  /// Listings for one page, so that heading, rows, footer and the line that is typed next are seen
  /// together; at least 3 and at most 1,000.
  public static func fitting(_ window: TerminalSize, _ layout: Layout) -> Int {
    // A line each for the heading, the footer's two and the next prompt, and two empty ones.
    let room = window.rows - 6
    let count: Int
    switch layout {
    case _ where window.columns < 40: count = room / labelLines
    // Its titles and the rule below them.
    case .table: count = room - 2
    case .grid:
      // The last column stays free.
      let perLine =
        (window.columns - 1 + ProductGrid.gap) / (ProductGrid.leastWidth + ProductGrid.gap)
      count = max(1, perLine) * ((room + 1) / cardLines)
    }
    return min(max(count, 3), 1000)
  }

  /// A listing as labels, with the empty line below it.
  private static let labelLines = 7
  /// A card with a name on two lines, and the empty line below it.
  private static let cardLines = 6
}
