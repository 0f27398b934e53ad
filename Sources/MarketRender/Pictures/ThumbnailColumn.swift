/// Small pictures to the left of a table.
import MarketWire
import TerminalKit

/// Room for a picture beside each row, and what that leaves for the row.
struct ThumbnailColumn {
  /// Three to four where a cell is twice as high as wide.
  static let width = 8
  private static let gap = 2

  /// The window without the pictures.
  let viewport: Viewport
  /// Lines that a row takes.
  private let rows: Int

  /// nil where no pictures are drawn, or where they would leave too little for a table.
  init?(_ viewport: Viewport) {
    guard let room = viewport.pictures, !viewport.prefersLabels else { return nil }
    var narrow = viewport
    narrow.window = viewport.window.map { $0 - Self.width - Self.gap }
    guard !narrow.prefersLabels else { return nil }
    self.viewport = narrow
    rows = room.rows(forColumns: Self.width)
  }

  /// Lines without pictures.
  func beside(_ lines: [StyledText]) -> RenderedBlock {
    RenderedBlock(lines: lines).indented(by: Self.width + Self.gap)
  }

  /// The line of each listing, in the middle of the room for its picture.
  func beside(_ listings: some Sequence<ListingRow>, _ lines: [StyledText]) -> RenderedBlock {
    var screen = RenderedBlock()
    let above = (rows - 1) / 2
    for (row, line) in zip(listings, lines) {
      if let url = row.product.thumbnail {
        screen.pictures.append(
          PictureSlot(
            listing: row.product.id, url: url, line: screen.lines.count, column: 0,
            columns: Self.width, rows: rows))
      }
      screen.append(Array(repeating: "", count: above))
      screen.append(beside([line]))
      screen.append(Array(repeating: "", count: rows - above - 1))
    }
    return screen
  }
}
