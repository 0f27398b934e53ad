/// Room on the screen in cells, and how a picture fits into it.
public import TerminalKit

/// The size of one character cell in pixels.
public struct CellSize: Hashable, Sendable {
  public let width: Int
  public let height: Int

  /// What is taken where the terminal does not tell: cells twice as high as wide.
  public static let unknown = CellSize(checkedWidth: 10, height: 20)

  /// Nil where no screen has such cells; terminals answer 0 when they do not know.
  public init?(width: Int, height: Int) {
    guard (2...256).contains(width), (2...256).contains(height) else { return nil }
    self.init(checkedWidth: width, height: height)
  }

  /// From a window's size in pixels and in cells, as the system call `TIOCGWINSZ` tells both.
  public init?(windowWidth: Int, windowHeight: Int, cells: TerminalSize) {
    guard cells.columns > 0, cells.rows > 0 else { return nil }
    self.init(width: windowWidth / cells.columns, height: windowHeight / cells.rows)
  }

  private init(checkedWidth width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A rectangle of cells. Negative sizes are 0, giant ones are cut to `limit`.
public struct CellBox: Hashable, Sendable {
  /// The most columns and the most rows; a window of that size shows 500 by 150 on a wall.
  public static let limit = 1_000

  public let columns: Int
  public let rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 0), Self.limit)
    self.rows = min(max(rows, 0), Self.limit)
  }

  public var isEmpty: Bool { columns == 0 || rows == 0 }

  /// How a picture of `width` by `height` pixels fills this box.
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

/// The part of a box that a picture fills when its proportions are kept.
struct PictureFit: Hashable {
  /// How far a pixel of the picture is blown up: a small one stays small, not a smear.
  static let maximumScale = 2.0
  /// An eighth of a cell, the least that a block symbol shows.
  private static let minimumSize = 0.125
  /// A gap at the edge that nobody sees, in cells.
  private static let invisibleGap = 0.0625

  /// Cells, with fractions; at most the box's.
  let columns: Double
  let rows: Double
  private let box: CellBox

  init(columns: Double, rows: Double, box: CellBox) {
    self.columns = min(max(columns, Self.minimumSize), Double(box.columns))
    self.rows = min(max(rows, Self.minimumSize), Double(box.rows))
    self.box = box
  }

  /// The cells that the picture touches.
  var coveredCells: CellBox {
    CellBox(columns: Self.cells(columns), rows: Self.cells(rows))
  }

  /// For a terminal that stretches the picture to whole cells: of the two nearest heights the one
  /// at which that is least seen. Never more than `touched`.
  var stretched: CellBox {
    let most = coveredCells
    let boxes = [max(1, Int(rows)), most.rows].map { height in
      let width = (columns * Double(height) / rows).rounded()
      return CellBox(columns: min(max(1, Int(width)), most.columns), rows: height)
    }
    return boxes.min { stretch(to: $0) < stretch(to: $1) } ?? most
  }

  /// The same in fewer rows, its proportions kept.
  func shrunk(rows limit: Double) -> PictureFit {
    guard rows > limit else { return self }
    return PictureFit(columns: columns * limit / rows, rows: limit, box: box)
  }

  /// The size of a picture with transparent edges whose inner part, `width` by `height` pixels,
  /// fills its share of `drawn` cells.
  func padding(
    width: Int, height: Int, in drawn: (columns: Double, rows: Double)
  ) -> (width: Int, height: Int) {
    (Self.padded(width, drawn.columns / columns), Self.padded(height, drawn.rows / rows))
  }

  /// How far from the true proportions, 1 for not at all.
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
