/// Which quarters of each cell a picture with transparent parts covers, and in what color.
import TerminalKit

/// A grid of quarter cells over a picture.
///
/// chafa gives transparent and opaque pixels of one cell a common pair of colors, which leaves
/// black crumbs around a cut-out; here a cell at the edge gets one color and no background.
struct CellCoverage {
  /// Sums over the pixels of a quarter, colors weighted by alpha.
  private struct Quadrant {
    var red = 0
    var green = 0
    var blue = 0
    var alpha = 0
    var pixels = 0

    var isCovered: Bool { alpha * 2 >= pixels * 255 }
    var isOpaque: Bool { alpha == pixels * 255 }

    mutating func add(
      _ line: UnsafeBufferPointer<UInt8>, _ span: Range<Int>, _ layout: PixelImage.Layout
    ) {
      var offset = span.lowerBound * layout.rawValue
      for _ in span {
        let share = layout == .rgba ? Int(line[offset + 3]) : 255
        red += Int(line[offset]) * share
        green += Int(line[offset + 1]) * share
        blue += Int(line[offset + 2]) * share
        alpha += share
        offset += layout.rawValue
      }
      pixels += span.count
    }
  }

  private let quarters: [Quadrant]
  private let columns: Int

  /// The characters whose ink covers the quarters 1 (upper left), 2 (upper right), 4 (lower left)
  /// and 8 (lower right).
  private static let quadrants = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars)

  /// Looks through all pixels of a picture that is drawn over the whole box.
  init(of image: PixelImage, in box: CellBox) {
    let columns = box.columns * 2
    let rows = box.rows * 2
    let spans = (0..<columns).map { Self.pixels($0, of: columns, in: image.width) }
    var quarters = [Quadrant](repeating: Quadrant(), count: columns * rows)
    image.bytes.withUnsafeBufferPointer { bytes in
      for row in 0..<rows {
        for y in Self.pixels(row, of: rows, in: image.height) {
          let line = UnsafeBufferPointer(
            rebasing: bytes[y * image.width * image.layout.rawValue..<bytes.count])
          for (column, span) in spans.enumerated() {
            quarters[row * columns + column].add(line, span, image.layout)
          }
        }
      }
    }
    self.quarters = quarters
    self.columns = columns
  }

  /// Bits of the quarters of a cell that are covered at least by half: 15 for a full cell.
  func mask(column: Int, row: Int) -> Int {
    quarters(column, row).enumerated().reduce(0) { mask, quarter in
      quarter.element.isCovered ? mask | 1 << quarter.offset : mask
    }
  }

  /// Whether chafa's drawing of a cell is right: all of it is covered, and what shines through is
  /// the ground that it was laid on.
  func isFullyCovered(column: Int, row: Int, hasKnownBackground: Bool) -> Bool {
    quarters(column, row).allSatisfy { hasKnownBackground ? $0.isCovered : $0.isOpaque }
  }

  /// The character that covers just these quarters.
  static func quadrant(_ mask: Int) -> Unicode.Scalar { quadrants[mask & 15] }

  /// The mean color of the covered quarters of a cell.
  func color(column: Int, row: Int) -> RGBColor {
    var sum = Quadrant()
    for quarter in quarters(column, row) where quarter.isCovered {
      sum.red += quarter.red
      sum.green += quarter.green
      sum.blue += quarter.blue
      sum.alpha += quarter.alpha
    }
    func mean(_ part: Int) -> UInt8 { UInt8(clamping: part / max(sum.alpha, 1)) }
    return RGBColor(red: mean(sum.red), green: mean(sum.green), blue: mean(sum.blue))
  }

  private func quarters(_ column: Int, _ row: Int) -> [Quadrant] {
    let first = row * 2 * columns + column * 2
    return [first, first + 1, first + columns, first + columns + 1].map { quarters[$0] }
  }

  /// The pixels of one part of `length`; a picture with fewer pixels than parts repeats them.
  private static func pixels(_ part: Int, of parts: Int, in length: Int) -> Range<Int> {
    let start = part * length / parts
    return start..<max(start + 1, (part + 1) * length / parts)
  }
}
