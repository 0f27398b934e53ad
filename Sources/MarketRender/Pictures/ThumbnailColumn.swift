import MarketWire
import TerminalKit

/// A column of small pictures to the left of a table.
struct ThumbnailColumn {
  /// The width of a picture; its height is 3 rows if a cell is twice as high as wide.
  static let width = 8
  private static let gap = 2

  /// The viewport for the table: the window without the pictures.
  let viewport: Viewport
  /// The height of a picture, and so of a row of the table.
  private let rows: Int

  /// Returns nil if no pictures are drawn, or if they would leave too little space for a table.
  init?(_ viewport: Viewport) {
    guard let space = viewport.pictures, !viewport.prefersLabels else { return nil }
    var narrow = viewport
    narrow.window = viewport.window.map { $0 - Self.width - Self.gap }
    guard !narrow.prefersLabels else { return nil }
    self.viewport = narrow
    rows = space.rows(forColumns: Self.width)
  }

  /// Lines of the table that have no picture.
  func beside(_ lines: [StyledText]) -> RenderedBlock {
    RenderedBlock(lines: lines).indented(by: Self.width + Self.gap)
  }

  /// Rows of the table, each vertically centered beside its picture.
  func beside(_ listings: some Sequence<ListingRow>, _ lines: [StyledText]) -> RenderedBlock {
    var block = RenderedBlock()
    let above = (rows - 1) / 2
    for (row, line) in zip(listings, lines) {
      if let url = row.product.thumbnail {
        block.pictures.append(
          PictureSlot(
            listing: row.product.id, url: url, line: block.lines.count, column: 0,
            columns: Self.width, rows: rows))
      }
      block.append(Array(repeating: "", count: above))
      block.append(beside([line]))
      block.append(Array(repeating: "", count: rows - above - 1))
    }
    return block
  }
}
