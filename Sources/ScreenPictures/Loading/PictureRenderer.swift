import Photos
package import TerminalKit

/// How images are drawn on a terminal; one value for a whole output.
package struct PictureRenderer: Hashable, Sendable {
  package let method: PictureMethod
  package let cell: CellSize
  let ansi: ANSI
  /// The color behind transparent pixels, if the terminal reported it.
  let background: Color?

  package init(method: PictureMethod, cell: CellSize, ansi: ANSI, background: Color?) {
    self.method = method
    self.cell = method == .symbols ? Self.normalized(cell) : cell
    self.ansi = ansi
    self.background = background
  }

  /// Symbols depend only on the shape of a cell. Normalized cells let all fonts of one shape share
  /// a cached drawing.
  private static func normalized(_ cell: CellSize) -> CellSize {
    let height = max(10, (cell.height * 10 + cell.width / 2) / cell.width)
    return CellSize(width: 10, height: height) ?? .unknown
  }

  /// What identifies a drawing in the caches.
  func key(_ url: String, in box: CellBox) -> DrawnPictureCache.Key {
    DrawnPictureCache.Key(
      picture: url, box: box, cell: cell, method: method, color: ansi.color,
      background: background)
  }

  /// Draws an encoded image. Blocks the thread; throws a `PhotoError` or a `PictureError`.
  ///
  /// - Parameter id: The id that kitty uses for the picture.
  func draw(_ bytes: [UInt8], in box: CellBox, id: UInt32) throws -> DrawnPicture {
    switch method {
    case .off: throw PictureError.emptyBox
    case .symbols:
      // chafa samples eight by eight pixels per cell, so more pixels only cost time.
      let height = box.rows * max(8, 8 * cell.height / cell.width)
      let image = try pixels(bytes, within: box.columns * 8, height)
      let rows = try SymbolPainter(color: ansi.color, background: background)
        .rows(of: image, in: box, cell: cell)
      return .lines(rows.map(ansi.encode), columns: rows.map(\.width).max() ?? 0)
    case .sixel:
      let image = try pixels(bytes, within: box.columns * cell.width, box.rows * cell.height)
      let painter = SixelPainter(cell: cell, background: background)
      return .stream(try painter.picture(of: image, in: box))
    case .kitty:
      let image = try png(bytes, box)
      return .stream(try KittyPainter(cell: cell).picture(of: image, id: id, in: box))
    case .iterm:
      let image = try png(bytes, box)
      return .stream(try ITermPainter(cell: cell).picture(of: image, in: box))
    }
  }

  private func pixels(_ bytes: [UInt8], within width: Int, _ height: Int) throws -> PixelImage {
    let photo = try DecodedPhoto(bytes, within: width, height)
    return try PixelImage(
      width: photo.width, height: photo.height, layout: photo.hasAlpha ? .rgba : .rgb,
      bytes: photo.bytes)
  }

  private func png(_ bytes: [UInt8], _ box: CellBox) throws -> EncodedPicture {
    try EncodedPicture(
      DecodedPhoto.png(bytes, within: box.columns * cell.width, box.rows * cell.height))
  }
}
