/// The cells that a rendered output reserves for one picture.
///
/// A slot names its listing, so a picture that arrives late cannot appear on the card of another
/// listing.
public struct PictureSlot: Hashable, Sendable {
  /// The id of the listing.
  public var listing: Int
  /// The URL as the market sent it.
  public var url: String
  /// The line of the output on which the slot begins, from 0.
  public var line: Int
  /// The column at which the slot begins, from 0.
  public var column: Int
  public var columns: Int
  public var rows: Int

  public init(listing: Int, url: String, line: Int, column: Int, columns: Int, rows: Int) {
    self.listing = listing
    self.url = url
    self.line = line
    self.column = column
    self.columns = columns
    self.rows = rows
  }

  /// The slot so many lines below and columns to the right of this one.
  public func moved(down lines: Int = 0, right columns: Int = 0) -> PictureSlot {
    var slot = self
    slot.line += lines
    slot.column += columns
    return slot
  }
}

/// The size of the cells and of the window that pictures are drawn into.
public struct PictureSpace: Hashable, Sendable {
  /// The width of a cell in pixels; only its ratio to the height matters.
  public var cellWidth: Int
  /// The height of a cell in pixels.
  public var cellHeight: Int
  /// The rows of the window; a picture always has fewer.
  public var windowRows: Int

  public init(cellWidth: Int = 10, cellHeight: Int = 20, windowRows: Int) {
    self.cellWidth = max(cellWidth, 1)
    self.cellHeight = max(cellHeight, 1)
    self.windowRows = windowRows
  }

  /// The rows of a picture of this width with an aspect ratio of 4:3, as most photos have.
  func rows(forColumns columns: Int) -> Int {
    let rows = (columns * cellWidth * 3 + cellHeight * 2) / (cellHeight * 4)
    // The window also shows the rest of the card, a line of the card above and the prompt.
    return min(max(rows, 1), max(windowRows - 8, 2))
  }
}
