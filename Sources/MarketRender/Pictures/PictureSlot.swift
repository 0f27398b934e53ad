/// Where pictures belong on a screen of text, before anybody has fetched or drawn one.
import TerminalKit

/// Room that an answer leaves for one picture. It belongs to a listing, so a picture that arrives
/// late cannot land on another one's card.
public struct PictureSlot: Hashable, Sendable {
  public var listing: Int
  /// As the market gave it.
  public var url: String
  /// The line of the answer on which the room begins, from 0.
  public var line: Int
  /// From 0.
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
}

/// What is known of the cells that pictures are drawn into.
public struct PictureSpace: Hashable, Sendable {
  /// A cell's width and height in pixels, as far as their ratio goes.
  public var cellWidth: Int
  public var cellHeight: Int
  /// Rows of the window; no picture is as high.
  public var windowRows: Int

  public init(cellWidth: Int = 10, cellHeight: Int = 20, windowRows: Int) {
    self.cellWidth = max(cellWidth, 1)
    self.cellHeight = max(cellHeight, 1)
    self.windowRows = windowRows
  }

  /// Rows for a picture of three to four, as most photos are, that is `columns` wide.
  func rows(forColumns columns: Int) -> Int {
    let rows = (columns * cellWidth * 3 + cellHeight * 2) / (cellHeight * 4)
    // The rest of a card, the next prompt and a line of the card before it are seen, too.
    return min(max(rows, 1), max(windowRows - 8, 2))
  }
}

/// Lines of a screen, and the room for pictures in them.
struct RenderedBlock {
  var lines: [StyledText] = []
  var pictures: [PictureSlot] = []

  /// Adds more below.
  mutating func append(_ other: RenderedBlock) {
    let start = lines.count
    lines += other.lines
    pictures += other.pictures.map { slot in
      var slot = slot
      slot.line += start
      return slot
    }
  }

  mutating func append(_ more: [StyledText]) { lines += more }

  /// All of it so many columns to the right.
  func indented(by columns: Int) -> RenderedBlock {
    let blanks = StyledText(String(repeating: " ", count: columns))
    return RenderedBlock(
      lines: lines.map { $0.isEmpty ? $0 : blanks + $0 },
      pictures: pictures.map { slot in
        var slot = slot
        slot.column += columns
        return slot
      })
  }

  /// Screens one below the other with `separator` between.
  static func joined(_ screens: [RenderedBlock], separator: [StyledText]) -> RenderedBlock {
    var result = RenderedBlock()
    for (index, screen) in screens.enumerated() {
      if index > 0 { result.append(separator) }
      result.append(screen)
    }
    return result
  }
}
