/// Pictures as sixels, by chafa.
import CChafa
public import TerminalKit

/// Draws a picture in the pixels of the cells, in at most 256 colors.
public struct SixelPainter: Hashable, Sendable {
  /// The most pixels that are drawn, some 20 MB of sixels at worst.
  public static let pixelLimit = 8_000_000

  public let cell: CellSize
  /// What soft edges are laid on. Without it, and for anything but `.rgb`, they are cut hard, since
  /// they would be dark on a light screen.
  public let background: Color?

  /// The cell's size must be the true one, or the picture does not fit its box.
  public init(cell: CellSize, background: Color? = nil) {
    self.cell = cell
    self.background = background
  }

  /// The picture in the upper left of the box, its proportions kept, what it leaves free untouched.
  /// Fails with `.emptyBox` or `.tooManyPixels`.
  public func picture(
    of image: PixelImage, in box: CellBox
  ) throws(PictureError) -> TerminalPicture {
    let fit = try box.fit(width: image.width, height: image.height, cell: cell)
    let covered = fit.coveredCells
    let (width, height) = (covered.columns * cell.width, covered.rows * cell.height)
    guard width * height <= Self.pixelLimit else {
      throw .tooManyPixels(width: width, height: height)
    }
    // A band of sixels is six pixels high; chafa draws no band that would leave the box.
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
