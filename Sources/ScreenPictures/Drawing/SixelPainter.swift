import CChafa
import TerminalKit

/// Draws pictures as sixels with at most 256 colors.
struct SixelPainter {
  /// The largest number of pixels to draw: about 20 MB of sixels in the worst case.
  static let pixelLimit = 8_000_000

  /// It must be exact, or pictures do not fit their boxes.
  let cell: CellSize
  /// The background for half-transparent pixels.
  ///
  /// Without an `.rgb` color these pixels are either opaque or transparent, since a wrong
  /// background would leave dark edges on a light screen.
  var background: Color?

  /// Returns the picture for the upper left part of the box, with its proportions preserved.
  ///
  /// Throws `.emptyBox` or `.tooManyPixels`.
  func picture(
    of image: PixelImage, in box: CellBox
  ) throws(PictureError) -> TerminalPicture {
    let fit = try box.fit(width: image.width, height: image.height, cell: cell)
    let covered = fit.coveredCells
    let (width, height) = (covered.columns * cell.width, covered.rows * cell.height)
    guard width * height <= Self.pixelLimit else {
      throw .tooManyPixels(width: width, height: height)
    }
    // A sixel band is six pixels high, and chafa omits a band that would leave the box.
    let bands = height / 6
    guard bands > 0 else { throw .emptyBox }
    var configuration = ChafaCanvas.Configuration(columns: covered.columns, rows: covered.rows)
    configuration.cell = cell
    configuration.pixelMode = CHAFA_PIXEL_MODE_SIXELS
    if case .rgb(let color) = background {
      configuration.background = color
    } else {
      configuration.transparency = 0.05
    }
    let canvas = ChafaCanvas(configuration)
    let rows = Double(bands * 6) / Double(cell.height)
    let size = fit.shrunk(rows: rows).padding(
      width: image.width, height: image.height, in: (Double(covered.columns), rows))
    canvas.draw(image.padded(width: size.width, height: size.height))
    return TerminalPicture(box: covered, .sixel(canvas.sixels()))
  }
}
