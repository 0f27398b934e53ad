public import TerminalKit

/// The size of one character cell in pixels.
public struct CellSize: Hashable, Sendable {
  public let width: Int
  public let height: Int

  /// The assumed size if the terminal does not report one.
  public static let unknown = CellSize(checkedWidth: 10, height: 20)

  /// Creates a size, or nil for an implausible one; terminals may report 0 for an unknown size.
  public init?(width: Int, height: Int) {
    guard (2...256).contains(width), (2...256).contains(height) else { return nil }
    self.init(checkedWidth: width, height: height)
  }

  /// Derives the size from a window's size in pixels and in cells, as `TIOCGWINSZ` reports it.
  public init?(windowWidth: Int, windowHeight: Int, cells: TerminalSize) {
    guard cells.columns > 0, cells.rows > 0 else { return nil }
    self.init(width: windowWidth / cells.columns, height: windowHeight / cells.rows)
  }

  private init(checkedWidth width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A size in cells.
///
/// Negative numbers become 0, and numbers above `limit` become `limit`.
public struct CellBox: Hashable, Sendable {
  /// The largest number of columns and of rows.
  ///
  /// Even on a wall-sized screen, windows have about 500 by 150 cells.
  public static let limit = 1_000

  public let columns: Int
  public let rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 0), Self.limit)
    self.rows = min(max(rows, 0), Self.limit)
  }

  public var isEmpty: Bool { columns == 0 || rows == 0 }

  /// Fits a picture of `width` by `height` pixels into the box.
  ///
  /// Throws `.emptyBox` or `.noPixels`.
  func fit(width: Int, height: Int, cell: CellSize) throws(PictureError) -> PictureFit {
    guard !isEmpty else { throw .emptyBox }
    guard width > 0, height > 0 else { throw .noPixels(width: width, height: height) }
    let natural = (
      columns: Double(width) / Double(cell.width), rows: Double(height) / Double(cell.height)
    )
    let scale = min(
      PictureFit.maximumScale, Double(columns) / natural.columns, Double(rows) / natural.rows)
    return PictureFit(
      columns: natural.columns * scale, rows: natural.rows * scale, box: self)
  }
}

/// The part of a box that a picture fills if its proportions are preserved.
struct PictureFit: Hashable {
  /// The largest scale, so that a small picture is not enlarged to a blur.
  static let maximumScale = 2.0
  /// The smallest visible part of a cell: an eighth, as in block symbols.
  private static let minimumSize = 0.125
  /// A gap at the edge that is too small to be visible, in cells.
  private static let invisibleGap = 0.0625

  /// The width in cells, with fractions; at most the width of the box.
  let columns: Double
  let rows: Double
  private let box: CellBox

  init(columns: Double, rows: Double, box: CellBox) {
    self.columns = min(max(columns, Self.minimumSize), Double(box.columns))
    self.rows = min(max(rows, Self.minimumSize), Double(box.rows))
    self.box = box
  }

  /// The cells that the picture covers at least partly.
  var coveredCells: CellBox {
    CellBox(columns: Self.cells(columns), rows: Self.cells(rows))
  }

  /// The size for a terminal that stretches the picture to whole cells.
  ///
  /// Of the two nearest heights, this is the one with the smaller distortion. It is at most
  /// `coveredCells`.
  var stretched: CellBox {
    let most = coveredCells
    let boxes = [max(1, Int(rows)), most.rows].map { height in
      let width = (columns * Double(height) / rows).rounded()
      return CellBox(columns: min(max(1, Int(width)), most.columns), rows: height)
    }
    return boxes.min { stretch(to: $0) < stretch(to: $1) } ?? most
  }

  /// Returns the fit reduced to at most `limit` rows, with its proportions preserved.
  func shrunk(rows limit: Double) -> PictureFit {
    guard rows > limit else { return self }
    return PictureFit(columns: columns * limit / rows, rows: limit, box: box)
  }

  /// Returns the size to pad a picture to, so that its inner part of `width` by `height` pixels
  /// fills its share of `drawn` cells.
  func padding(
    width: Int, height: Int, in drawn: (columns: Double, rows: Double)
  ) -> (width: Int, height: Int) {
    (Self.padded(width, drawn.columns / columns), Self.padded(height, drawn.rows / rows))
  }

  /// The distortion of the proportions; 1 means none.
  private func stretch(to box: CellBox) -> Double {
    let ratio = Double(box.columns) / columns * rows / Double(box.rows)
    return max(ratio, 1 / ratio)
  }

  private static func cells(_ length: Double) -> Int {
    max(1, Int((length - invisibleGap).rounded(.up)))
  }

  private static func padded(_ length: Int, _ factor: Double) -> Int {
    max(length, Int((Double(length) * factor).rounded()))
  }
}
