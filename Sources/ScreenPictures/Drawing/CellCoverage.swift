import Formatting
import TerminalKit

/// The quadrants of each cell that a picture with transparent parts covers, and their colors.
///
/// chafa draws transparent and opaque pixels of a cell with one pair of colors, which leaves black
/// spots around a cut-out. Here, a cell at the edge gets one color and no background.
struct CellCoverage {
  /// The sums over the pixels of a quadrant, with colors weighted by alpha.
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

  private let quadrants: [Quadrant]
  private let columns: Int

  /// The block characters that cover the quadrants 1 (upper left), 2 (upper right), 4 (lower left)
  /// and 8 (lower right).
  private static let quadrants = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars)

  /// Measures the coverage of a picture that is drawn over the whole box.
  init(of image: PixelImage, in box: CellBox) {
    let columns = box.columns * 2
    let rows = box.rows * 2
    let spans = (0..<columns).map { Self.pixels($0, of: columns, in: image.width) }
    var quadrants = [Quadrant](repeating: Quadrant(), count: columns * rows)
    image.bytes.withUnsafeBufferPointer { bytes in
      for row in 0..<rows {
        for y in Self.pixels(row, of: rows, in: image.height) {
          let line = UnsafeBufferPointer(
            rebasing: bytes[y * image.width * image.layout.rawValue..<bytes.count])
          for (column, span) in spans.enumerated() {
            quadrants[row * columns + column].add(line, span, image.layout)
          }
        }
      }
    }
    self.quadrants = quadrants
    self.columns = columns
  }

  /// The bits of the quadrants of a cell that are covered at least by half; 15 for a full cell.
  func mask(column: Int, row: Int) -> Int {
    quadrants(column, row).enumerated().reduce(0) { mask, quadrant in
      quadrant.element.isCovered ? mask | 1 << quadrant.offset : mask
    }
  }

  /// Whether chafa draws the cell correctly: all of it is covered, and a half-transparent part
  /// shows the known background.
  func isFullyCovered(column: Int, row: Int, hasKnownBackground: Bool) -> Bool {
    quadrants(column, row).allSatisfy { hasKnownBackground ? $0.isCovered : $0.isOpaque }
  }

  /// The character that covers exactly these quadrants.
  static func quadrant(_ mask: Int) -> Unicode.Scalar { quadrants[mask & 15] }

  /// The mean color of the covered quadrants of a cell.
  func color(column: Int, row: Int) -> RGBColor {
    var sum = Quadrant()
    for quadrant in quadrants(column, row) where quadrant.isCovered {
      sum.red += quadrant.red
      sum.green += quadrant.green
      sum.blue += quadrant.blue
      sum.alpha += quadrant.alpha
    }
    func mean(_ part: Int) -> UInt8 { UInt8(clamping: part / max(sum.alpha, 1)) }
    return RGBColor(red: mean(sum.red), green: mean(sum.green), blue: mean(sum.blue))
  }

  private func quadrants(_ column: Int, _ row: Int) -> [Quadrant] {
    let first = row * 2 * columns + column * 2
    return [first, first + 1, first + columns, first + columns + 1].map { quadrants[$0] }
  }

  /// The pixel range of one of `parts` parts of `length`.
  ///
  /// If there are fewer pixels than parts, parts share pixels.
  private static func pixels(_ part: Int, of parts: Int, in length: Int) -> Range<Int> {
    let start = part * length / parts
    return start..<max(start + 1, (part + 1) * length / parts)
  }
}
