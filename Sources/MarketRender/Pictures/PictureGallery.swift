/// The pictures of one listing side by side.
import MarketWire
import TerminalKit

/// Room for pictures of one size in lines of as many as fit, each with a caption below.
struct PictureGallery {
  let pictures: [ProductImage]
  let listing: Int
  /// The URL of the one that stands for the listing.
  let thumbnail: String?
  let columns: Int
  let room: PictureSpace
  /// Rows that all of it should take at most; more only where pictures would be too small to see.
  let rows: Int
  let theme: Theme
  let hyperlinks: Bool

  private static let gap = 2
  /// A picture is between these wide: five of the smallest stand side by side in 80 columns.
  private static let least = 14
  private static let most = 40
  /// The market's own thumbnails have as many pixels; more columns would show them blurred.
  private static let thumbnailColumns = 28

  /// As wide as they can be side by side, and narrower where they would be too high.
  private var width: Int {
    let share = (columns - Self.gap * (pictures.count - 1)) / pictures.count
    let widest = min(max(share, Self.least), Self.most, columns)
    let least = min(Self.least, widest)
    return (least...widest).last { height(ofWidth: $0) <= rows } ?? least
  }

  /// Pictures of a width that stand side by side.
  private func perLine(ofWidth width: Int) -> Int {
    max(1, (columns + Self.gap) / (width + Self.gap))
  }

  /// Rows of all of it: pictures with their captions, and an empty line between.
  private func height(ofWidth width: Int) -> Int {
    let perLine = perLine(ofWidth: width)
    let lines = (pictures.count + perLine - 1) / perLine
    return lines * (room.rows(forColumns: width) + 2) - 1
  }

  var screen: RenderedBlock {
    let width = width
    let height = room.rows(forColumns: width)
    let perLine = perLine(ofWidth: width)
    var screen = RenderedBlock()
    for start in stride(from: 0, to: pictures.count, by: perLine) {
      if start > 0 { screen.append([""]) }
      let line = screen.lines.count
      var captions = StyledText()
      for index in start..<min(start + perLine, pictures.count) {
        let column = (index - start) * (width + Self.gap)
        screen.pictures.append(
          PictureSlot(
            listing: listing, url: url(pictures[index], width), line: line, column: column,
            columns: width, rows: height))
        captions = captions.padded(to: column) + caption(index).truncated(to: width)
      }
      screen.append(Array(repeating: "", count: height) + [captions])
    }
    return screen
  }

  private func url(_ picture: ProductImage, _ width: Int) -> String {
    width > Self.thumbnailColumns ? picture.url : picture.thumbnailURL ?? picture.url
  }

  /// `1`, or `2 · thumbnail` for the one that stands for the listing among several.
  private func caption(_ index: Int) -> StyledText {
    let picture = pictures[index]
    var style = theme.quiet
    if hyperlinks {
      style = theme.link
      style.link = picture.url
    }
    let number = StyledText(String(index + 1), style)
    guard pictures.count > 1, thumbnail != nil, picture.thumbnailURL == thumbnail else {
      return number
    }
    return number + StyledText(" · thumbnail", theme.quiet)
  }
}
