import CChafa
import Formatting
import TerminalKit

/// Draws pictures with block characters, as rows of text.
struct SymbolPainter {
  let color: ColorLevel
  /// The background for half-transparent pixels; black if it is not an `.rgb` color.
  ///
  /// Without colors it also decides whether text is dark on light.
  var background: Color?

  /// Returns the rows of the picture for the upper left part of the box, with its proportions
  /// preserved.
  ///
  /// The picture determines the number of rows and their common width. Cells outside it have no
  /// background. The result depends only on the arguments. Throws `.emptyBox`.
  func rows(
    of image: PixelImage, in box: CellBox, cell: CellSize = .unknown
  ) throws(PictureError) -> [StyledText] {
    let fit = try box.fit(width: image.width, height: image.height, cell: cell)
    let covered = fit.coveredCells
    let size = fit.padding(
      width: image.width, height: image.height,
      in: (Double(covered.columns), Double(covered.rows)))
    let whole = image.padded(width: size.width, height: size.height)
    let canvas = ChafaCanvas(configuration(covered))
    canvas.draw(whole.flattened(on: backgroundColor))
    let coverage = whole.layout == .rgba ? CellCoverage(of: whole, in: covered) : nil
    return (0..<covered.rows).map { row in
      var text = StyledText()
      var last = Style.plain
      for column in 0..<covered.columns {
        let cell = self.cell(column, row, of: canvas, coverage)
        last = cell.style.continuing(last, isBlank: cell.character == " ")
        text.append(String(cell.character), last)
      }
      return text
    }
  }

  /// Returns the content of a cell: chafa's choice if the picture covers it, else a symbol for the
  /// covered part.
  private func cell(
    _ column: Int, _ row: Int, of canvas: borrowing ChafaCanvas, _ coverage: CellCoverage?
  ) -> (character: Character, style: Style) {
    // Without colors, transparent pixels already have the background's color.
    if color != .none, let coverage,
      !coverage.isFullyCovered(column: column, row: row, hasKnownBackground: background != nil)
    {
      let mask = coverage.mask(column: column, row: row)
      guard mask != 0 else { return (" ", .plain) }
      let color = Color.rgb(coverage.color(column: column, row: row))
      return (Character(CellCoverage.quadrant(mask)), Style(foreground: color))
    }
    let drawn = canvas.cell(column: column, row: row)
    return (Character(drawn.scalar), style(of: drawn))
  }

  /// Block characters from an eighth to a whole cell, all one column wide.
  private static let blocks =
    CHAFA_SYMBOL_TAG_SPACE.rawValue | CHAFA_SYMBOL_TAG_SOLID.rawValue
    | CHAFA_SYMBOL_TAG_BLOCK.rawValue | CHAFA_SYMBOL_TAG_HALF.rawValue
    | CHAFA_SYMBOL_TAG_QUAD.rawValue

  private func configuration(_ covered: CellBox) -> ChafaCanvas.Configuration {
    var configuration = ChafaCanvas.Configuration(columns: covered.columns, rows: covered.rows)
    configuration.symbols = Self.blocks
    switch color {
    case .none:
      configuration.mode = CHAFA_CANVAS_MODE_FGBG
      (configuration.foreground, configuration.background) =
        backgroundColor.isLight ? (.black, .white) : (.white, .black)
    case .ansi16:
      configuration.mode = CHAFA_CANVAS_MODE_INDEXED_16
    case .ansi256:
      // Without the first 16 colors, which users configure.
      configuration.mode = CHAFA_CANVAS_MODE_INDEXED_240
    case .trueColor:
      configuration.mode = CHAFA_CANVAS_MODE_TRUECOLOR
    }
    return configuration
  }

  private func style(of cell: ChafaCanvas.Cell) -> Style {
    guard color != .none else { return .plain }
    // A space has no visible foreground.
    let hasForeground = cell.scalar != " "
    return Style(
      foreground: hasForeground ? palette(cell.foreground) : nil,
      background: palette(cell.background))
  }

  private func palette(_ value: Int32) -> Color? {
    guard value >= 0 else { return nil }
    guard color == .trueColor else { return .palette(UInt8(truncatingIfNeeded: value)) }
    return .rgb(RGBColor(hex: UInt32(value)))
  }

  private var backgroundColor: RGBColor {
    if case .rgb(let color) = background { color } else { .black }
  }
}

extension Style {
  /// This style with the colors of the cell before it where the difference cannot be seen. Half of the
  /// bytes of a photo are colors, and a color that stays is not written again.
  fileprivate func continuing(_ last: Style, isBlank: Bool) -> Style {
    var style = self
    // A space shows only its background.
    if isBlank, last.background != nil, background != nil { style.foreground = last.foreground }
    if let color = foreground, color.isLike(last.foreground) { style.foreground = last.foreground }
    if let color = background, color.isLike(last.background) { style.background = last.background }
    return style
  }
}

extension Color {
  /// Whether no channel differs by more than 3 of 255.
  fileprivate func isLike(_ other: Color?) -> Bool {
    guard case .rgb(let color) = self, case .rgb(let other) = other else { return self == other }
    return [(color.red, other.red), (color.green, other.green), (color.blue, other.blue)]
      .allSatisfy { abs(Int($0) - Int($1)) <= 3 }
  }
}
