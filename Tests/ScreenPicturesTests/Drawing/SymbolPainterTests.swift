import MarketTestSupport
import TerminalKit
import Testing

@testable import ScreenPictures

@Suite(.timeLimit(.minutes(60))) struct SymbolPainterTests {
  private func drawing(
    _ image: PixelImage, _ columns: Int, _ rows: Int, _ painter: SymbolPainter
  ) throws -> StyledText {
    try painter.rows(of: image, in: CellBox(columns: columns, rows: rows)).joined(separator: "\n")
  }

  @Test func `drawings match the golden file`() throws {
    var sheet = ScreenSheet()
    let quarters = try SamplePixels.quarters(160, 160)
    for color in [ColorLevel.trueColor, .ansi256, .ansi16, .none] {
      sheet.add(
        markup: "quarters, \(color)", try drawing(quarters, 8, 4, SymbolPainter(color: color)))
    }
    let disc = try SamplePixels.disc(160)
    sheet.add("disc, characters alone", try drawing(disc, 16, 8, SymbolPainter(color: .trueColor)))
    sheet.add(markup: "disc", try drawing(disc, 8, 4, SymbolPainter(color: .trueColor)))
    let onWhite = SymbolPainter(color: .trueColor, background: .rgb(255, 255, 255))
    sheet.add(markup: "disc on white", try drawing(disc, 8, 4, onWhite))
    let halves = try SamplePixels.image(40, 40) { _, y in y < 20 ? .red : .blue }
    let fullColor = SymbolPainter(color: .trueColor)
    sheet.add(markup: "halves in a row", try drawing(halves, 2, 1, fullColor))
    let wide = try SamplePixels.image(300, 100) { _, _ in .blue }
    sheet.add(markup: "wide in a square", try drawing(wide, 10, 5, SymbolPainter(color: .ansi16)))
    Golden.expect(sheet.text, matches: "screens/pictures.txt")
  }

  @Test(arguments: [ColorLevel.trueColor, .ansi256, .ansi16])
  func `each cell has the mean color of its pixels`(color: ColorLevel) throws {
    let image = try SamplePixels.gradient(320, 320)
    let rows = try SymbolPainter(color: color).rows(of: image, in: CellBox(columns: 32, rows: 16))
    // With 16 colors only the sum over all cells is meaningful.
    let tolerance = [ColorLevel.trueColor: 12, .ansi256: 48, .ansi16: 255][color] ?? 0
    var sum = (0, 0)
    for (row, text) in rows.enumerated() {
      for (column, cell) in CellColors(text).cells.enumerated() {
        let expected = image[column * 10 + 5, row * 20 + 10]
        #expect(
          cell.distance(to: expected) <= tolerance, "\(column) \(row): \(cell), not \(expected)")
        sum = (
          sum.0 + Int(cell.red) - Int(expected.red), sum.1 + Int(cell.green) - Int(expected.green)
        )
      }
    }
    #expect(abs(sum.0 / 512) < 40 && abs(sum.1 / 512) < 40)
  }

  @Test(arguments: [1, 2, 3, 5, 17, 39, 61, 101])
  func `pictures of any width are not skewed`(width: Int) throws {
    let image = try SamplePixels.image(width, 60) { x, _ in x * 2 < width ? .red : .blue }
    for layout in [PixelImage.Layout.rgb, .rgba] {
      let same = try SamplePixels.image(width, 60, layout) { image[$0, $1] }
      let rows = try SymbolPainter(color: .trueColor).rows(
        of: same, in: CellBox(columns: 12, rows: 6))
      #expect(Set(rows.dropLast()).count == 1, "\(rows.map(\.markup))")
    }
  }

  @Test func `every row is as wide as the picture and every character one column`() throws {
    var random = SeededGenerator(seed: 7)
    let noise = try SamplePixels.image(97, 61, .rgba) { _, _ in
      let bits = random.next()
      return Pixel(
        red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8),
        blue: UInt8(truncatingIfNeeded: bits >> 16), alpha: bits >> 24 & 3 == 0 ? 0 : 255)
    }
    for color in [ColorLevel.none, .ansi16, .ansi256, .trueColor] {
      let rows = try SymbolPainter(color: color).rows(
        of: noise, in: CellBox(columns: 30, rows: 7))
      #expect(Set(rows.map(\.width)).count == 1)
      let characters = Set(rows.flatMap { Array($0.plain) })
      #expect(characters.allSatisfy { DisplayWidth.of($0) == 1 })
      #expect(characters.isSubset(of: Self.blocks), "\(characters)")
      let styles = Set(rows.flatMap { $0.fragments.map(\.style) })
      #expect(color == .none ? styles == [.plain] : styles.count > 8)
    }
  }

  private static let blocks = Set(
    " ".unicodeScalars.map(Character.init)
      + (0x2580...0x259F).compactMap { UnicodeScalar($0).map(Character.init) })

  @Test func `transparent cells have no background`() throws {
    let image = try SamplePixels.image(80, 80, .rgba) { x, _ in x < 40 ? .clear : .green }
    for color in [ColorLevel.ansi16, .ansi256, .trueColor] {
      let rows = try SymbolPainter(color: color).rows(of: image, in: CellBox(columns: 8, rows: 4))
      for row in rows {
        #expect(row.fragments.first?.style == .plain)
        #expect(row.plain.prefix(4) == "    ")
        #expect(row.fragments.count == 2)
      }
    }
  }

  @Test func `a light background swaps foreground and background`() throws {
    let half = try SamplePixels.image(80, 80) { x, _ in x < 40 ? .black : .white }
    func row(_ background: Color) throws -> String? {
      try SymbolPainter(color: .none, background: background)
        .rows(of: half, in: CellBox(columns: 8, rows: 4)).first?.plain
    }
    #expect(try row(.rgb(0, 0, 0)) == "    ████")
    #expect(try row(.rgb(250, 250, 240)) == "████    ")
  }

  @Test func `many threads draw the same picture at the same time`() async throws {
    let image = try SamplePixels.gradient(200, 150)
    let box = CellBox(columns: 24, rows: 9)
    let first = try SymbolPainter(color: .ansi256).rows(of: image, in: box)
    let all = try await withThrowingTaskGroup(of: [StyledText].self) { group in
      for _ in 0..<32 {
        group.addTask { try SymbolPainter(color: .ansi256).rows(of: image, in: box) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(all.count == 32 && all.allSatisfy { $0 == first })
  }

  @Test(
    arguments: [
      (1, 1, 1_000, 1_000), (8_192, 1, 1_000, 1), (1, 8_192, 1, 1_000), (8_192, 1, 1, 1_000),
      (3, 3, 1, 1), (500, 500, 1, 1),
    ])
  func `unusual sizes are drawn`(width: Int, height: Int, columns: Int, rows: Int) throws {
    let bytes = [UInt8](repeating: 200, count: width * height * 3)
    let image = try PixelImage(width: width, height: height, layout: .rgb, bytes: bytes)
    let box = CellBox(columns: columns, rows: rows)
    let drawn = try SymbolPainter(color: .trueColor).rows(of: image, in: box)
    #expect(!drawn.isEmpty && drawn.count <= rows && drawn[0].width <= columns)
  }

  @Test func `a box without cells is rejected`() throws {
    let image = try SamplePixels.quarters(4, 4)
    #expect(throws: PictureError.emptyBox) {
      try SymbolPainter(color: .none).rows(of: image, in: CellBox(columns: 0, rows: 4))
    }
  }
}
