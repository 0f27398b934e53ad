/// How pictures are drawn on the terminal of this session.
import Photos
import TerminalKit
import TerminalPictures

/// A way to draw, with all that it depends on; one for the whole of an answer.
struct PicturePen: Hashable, Sendable {
  let method: PictureMethod
  let cell: CellSize
  let ansi: ANSI
  /// What soft edges are laid on, where it is known.
  let background: Color?

  init(method: PictureMethod, cell: CellSize, ansi: ANSI, background: Color?) {
    self.method = method
    // For symbols only the shape of a cell counts, and one drawing fits all fonts of that shape.
    self.cell =
      method == .symbols
      ? CellSize(width: 10, height: max(10, (cell.height * 10 + cell.width / 2) / cell.width))
        ?? .unknown
      : cell
    self.ansi = ansi
    self.background = background
  }

  /// The same with letters, which go where streams do not, such as through a pager.
  var lettered: PicturePen {
    PicturePen(method: .symbols, cell: cell, ansi: ansi, background: background)
  }

  func key(_ url: String, in box: CellBox) -> DrawnPictureCache.Key {
    DrawnPictureCache.Key(
      picture: url, box: box, cell: cell, method: method, color: ansi.color,
      background: background)
  }

  /// Draws the bytes of a picture file. Blocks, on any thread; fails with a `PhotoError` or a
  /// `PictureError`.
  ///
  /// - Parameter id: of a picture for kitty.
  func draw(_ bytes: [UInt8], in box: CellBox, id: UInt32) throws -> DrawnPicture {
    switch method {
    case .off: throw PictureError.emptyBox
    case .symbols:
      // chafa looks at eight by eight points a cell; what is finer costs time and shows nowhere.
      let height = box.rows * max(8, 8 * cell.height / cell.width)
      let image = try image(bytes, within: box.columns * 8, height)
      let rows = try SymbolPainter(color: ansi.color, background: background)
        .rows(of: image, in: box, cell: cell)
      return .lines(rows.map(ansi.encode), columns: rows.map(\.width).max() ?? 0)
    case .sixel:
      let image = try image(bytes, within: box.columns * cell.width, box.rows * cell.height)
      let painter = SixelPainter(cell: cell, background: background)
      return .stream(try painter.picture(of: image, in: box))
    case .kitty:
      let file = try file(bytes, box)
      return .stream(try KittyPainter(cell: cell).picture(of: file, id: id, in: box))
    case .iterm:
      let file = try file(bytes, box)
      return .stream(try ITermPainter(cell: cell).picture(of: file, in: box))
    }
  }

  private func image(_ bytes: [UInt8], within width: Int, _ height: Int) throws -> PixelImage {
    let photo = try DecodedPhoto(bytes, within: width, height)
    return try PixelImage(
      width: photo.width, height: photo.height, layout: photo.hasAlpha ? .rgba : .rgb,
      bytes: photo.bytes)
  }

  private func file(_ bytes: [UInt8], _ box: CellBox) throws -> EncodedPicture {
    try EncodedPicture(
      DecodedPhoto.png(bytes, within: box.columns * cell.width, box.rows * cell.height))
  }
}
