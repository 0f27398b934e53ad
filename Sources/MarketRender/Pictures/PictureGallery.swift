import MarketWire
import Messages
import TerminalKit

/// The photos of a listing side by side, all of one size, each with its number below.
struct PictureGallery {
  let pictures: [ProductImage]
  /// The id of the listing.
  let listing: Int
  /// The URL of the listing's thumbnail.
  let thumbnail: String?
  let columns: Int
  let space: PictureSpace
  /// The number of rows to fit into; the smallest pictures may need more.
  let rows: Int
  let viewport: Viewport

  private static let gap = 2
  /// The least width of a picture: five fit side by side into 80 columns.
  private static let minimumWidth = 14
  private static let maximumWidth = 40
  /// The widest picture for which a thumbnail of the market has enough pixels.
  private static let thumbnailColumns = 28

  /// The width of each picture: as wide as fits side by side, narrower if that is too high.
  private var width: Int {
    let share = (columns - Self.gap * (pictures.count - 1)) / pictures.count
    let widest = min(max(share, Self.minimumWidth), Self.maximumWidth, columns)
    let least = min(Self.minimumWidth, widest)
    return (least...widest).last { height(ofWidth: $0) <= rows } ?? least
  }

  private func perLine(ofWidth width: Int) -> Int {
    max(1, (columns + Self.gap) / (width + Self.gap))
  }

  /// The rows of the gallery: pictures with their captions, and empty lines between them.
  private func height(ofWidth width: Int) -> Int {
    let perLine = perLine(ofWidth: width)
    let lines = (pictures.count + perLine - 1) / perLine
    return lines * (space.rows(forColumns: width) + 2) - 1
  }

  var block: RenderedBlock {
    let width = width
    let height = space.rows(forColumns: width)
    let perLine = perLine(ofWidth: width)
    var block = RenderedBlock()
    for start in stride(from: 0, to: pictures.count, by: perLine) {
      if start > 0 { block.append([""]) }
      let line = block.lines.count
      var captions = StyledText()
      for index in start..<min(start + perLine, pictures.count) {
        let column = (index - start) * (width + Self.gap)
        block.pictures.append(
          PictureSlot(
            listing: listing, url: url(pictures[index], width), line: line, column: column,
            columns: width, rows: height))
        captions = captions.padded(to: column) + caption(index).truncated(to: width)
      }
      block.append(Array(repeating: "", count: height) + [captions])
    }
    return block
  }

  private func url(_ picture: ProductImage, _ width: Int) -> String {
    width > Self.thumbnailColumns ? picture.url : picture.thumbnailURL ?? picture.url
  }

  /// The number from 1; `2 · thumbnail` for the photo that is also the listing's thumbnail.
  private func caption(_ index: Int) -> StyledText {
    let picture = pictures[index]
    var style = viewport.theme.quiet
    if viewport.hyperlinks {
      style = viewport.theme.link
      style.link = picture.url
    }
    let number = StyledText(String(index + 1), style)
    guard pictures.count > 1, thumbnail != nil, picture.thumbnailURL == thumbnail else {
      return number
    }
    return number + StyledText(" · ", viewport.theme.quiet)
      + viewport.text("thumbnail", viewport.theme.quiet)
  }
}
