import Testing

@testable import ScreenPictures

@Suite(.timeLimit(.minutes(60))) struct SixelPainterTests {
  private static let cell = CellSize.unknown

  @Test func `the decoded pixels equal the original ones`() throws {
    let image = try SamplePixels.quarters(200, 240)
    let picture = try SixelPainter(cell: Self.cell).picture(
      of: image, in: CellBox(columns: 20, rows: 12))
    let read = try SixelReader(picture.stream)
    #expect(picture.box == CellBox(columns: 20, rows: 12))
    #expect([read.width, read.height] == [200, 240])
    for y in 0..<240 {
      for x in 0..<200 {
        let expected = image[x, y]
        guard read.rows[y][x].distance(to: expected) > 3 else { continue }
        Issue.record("\(x),\(y): \(read.rows[y][x]), not \(expected)")
        return
      }
    }
  }

  @Test func `a gradient is reproduced as well as 256 colors allow`() throws {
    let image = try SamplePixels.gradient(160, 120)
    let picture = try SixelPainter(cell: Self.cell).picture(
      of: image, in: CellBox(columns: 16, rows: 6))
    let read = try SixelReader(picture.stream)
    var sum = 0
    for y in 0..<120 {
      for x in 0..<160 {
        let distance = read.rows[y][x].distance(to: image[x, y])
        #expect(distance < 40, "\(x),\(y)")
        sum += distance
      }
    }
    #expect(sum / (120 * 160) < 10)
  }

  /// Heights that are no multiple of six, cells of different shapes, and pictures that fill part of
  /// a cell.
  @Test(
    arguments: [
      (300, 100, 20, 10, 10, 20), (100, 300, 20, 10, 10, 20), (480, 360, 21, 7, 9, 19),
      (50, 50, 30, 30, 8, 17), (13, 7, 5, 5, 7, 15), (640, 480, 80, 24, 6, 13),
    ])
  func `a picture stays in its box with its proportions preserved`(
    width: Int, height: Int, columns: Int, rows: Int, cellWidth: Int, cellHeight: Int
  ) throws {
    let cell = try #require(CellSize(width: cellWidth, height: cellHeight))
    let image = try SamplePixels.image(width, height) { _, _ in .red }
    let picture = try SixelPainter(cell: cell).picture(
      of: image, in: CellBox(columns: columns, rows: rows))
    let read = try SixelReader(picture.stream)
    #expect(picture.box.columns <= columns && picture.box.rows <= rows)
    #expect(read.width <= picture.box.columns * cellWidth)
    #expect(read.height <= picture.box.rows * cellHeight)
    let drawnRows = read.rows.filter { $0[0].alpha > 0 }.count
    let drawnColumns = read.rows[0].filter { $0.alpha > 0 }.count
    let expected = Double(width) / Double(height)
    // With a tolerance of two pixels per side.
    let least = Double(drawnColumns - 2) / Double(drawnRows + 2)
    let most = Double(drawnColumns + 2) / Double(drawnRows - 2)
    #expect(least < expected && expected < most, "\(drawnColumns)×\(drawnRows)")
    for row in read.rows {
      #expect(row.allSatisfy { $0.alpha == 0 || $0.distance(to: .red) <= 16 })
    }
  }

  @Test func `transparent pixels stay transparent, without dark edges`() throws {
    let image = try SamplePixels.disc(100)
    let picture = try SixelPainter(cell: Self.cell).picture(
      of: image, in: CellBox(columns: 10, rows: 5))
    let read = try SixelReader(picture.stream)
    #expect(read.rows[0][0] == .clear && read.rows[48][50].distance(to: .red) <= 3)
    for pixel in read.rows.joined() where pixel.alpha > 0 {
      #expect(pixel.distance(to: .red) <= 16)
    }
  }

  @Test func `pictures that cannot be drawn are rejected`() throws {
    let image = try SamplePixels.quarters(200, 200)
    #expect(throws: PictureError.emptyBox) {
      try SixelPainter(cell: Self.cell).picture(of: image, in: CellBox(columns: 5, rows: 0))
    }
    let flat = try #require(CellSize(width: 5, height: 5))
    #expect(throws: PictureError.emptyBox) {
      try SixelPainter(cell: flat).picture(of: image, in: CellBox(columns: 9, rows: 1))
    }
    let hugeCell = try #require(CellSize(width: 256, height: 256))
    let large = try PixelImage(
      width: 1_500, height: 1_500, layout: .rgb,
      bytes: [UInt8](repeating: 9, count: 6_750_000))
    #expect(throws: PictureError.tooManyPixels(width: 3_072, height: 3_072)) {
      try SixelPainter(cell: hugeCell).picture(of: large, in: CellBox(columns: 32, rows: 32))
    }
  }

  @Test func `many threads draw the same picture at the same time`() async throws {
    let image = try SamplePixels.gradient(120, 90)
    let box = CellBox(columns: 12, rows: 6)
    let painter = SixelPainter(cell: Self.cell)
    let first = try painter.picture(of: image, in: box)
    let all = try await withThrowingTaskGroup(of: TerminalPicture.self) { group in
      for _ in 0..<16 { group.addTask { try painter.picture(of: image, in: box) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(all.count == 16 && all.allSatisfy { $0 == first })
  }
}
