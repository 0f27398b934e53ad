import TerminalKit
import Testing

@testable import ScreenPictures

@Suite(.timeLimit(.minutes(60))) struct FittingTests {
  @Test(
    arguments: [
      (0, 1, 0, PictureError.noPixels(width: 0, height: 1)),
      (1, 0, 0, .noPixels(width: 1, height: 0)),
      (-1, -1, 3, .noPixels(width: -1, height: -1)),
      (2, 2, 11, .wrongByteCount(11, expected: 12)),
      (2, 2, 13, .wrongByteCount(13, expected: 12)),
      (8_193, 1, 0, .tooManyPixels(width: 8_193, height: 1)),
      (4_097, 4_097, 0, .tooManyPixels(width: 4_097, height: 4_097)),
      (.max, .max, 0, .tooManyPixels(width: .max, height: .max)),
    ])
  func `an invalid number of pixels or bytes is rejected`(
    width: Int, height: Int, bytes: Int, error: PictureError
  ) {
    #expect(throws: error) {
      try PixelImage(
        width: width, height: height, layout: .rgb, bytes: [UInt8](repeating: 0, count: bytes))
    }
  }

  @Test(
    arguments: [
      (-1, -1, 0, 0), (0, 5, 0, 5), (80, 24, 80, 24), (.max, .max, 1_000, 1_000),
      (.min, .min, 0, 0),
    ])
  func `a box is limited to a valid size`(columns: Int, rows: Int, width: Int, height: Int) {
    let box = CellBox(columns: columns, rows: rows)
    #expect([box.columns, box.rows] == [width, height])
    #expect(box.isEmpty == (width == 0 || height == 0))
  }

  @Test(
    arguments: [
      (0, 0), (1, 20), (10, 0), (-10, -20), (257, 20), (.max, .max),
    ])
  func `an implausible cell size is rejected`(width: Int, height: Int) {
    #expect(CellSize(width: width, height: height) == nil)
  }

  @Test func `the cell size follows from the window's pixels`() {
    let cells = TerminalSize(columns: 80, rows: 24)
    #expect(
      CellSize(windowWidth: 805, windowHeight: 490, cells: cells)
        == CellSize(width: 10, height: 20))
    #expect(CellSize(windowWidth: 0, windowHeight: 0, cells: cells) == nil)
    #expect(
      CellSize(windowWidth: 800, windowHeight: 480, cells: TerminalSize(columns: 0, rows: 0))
        == nil)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let picture: (width: Int, height: Int)
    var box = (columns: 20, rows: 10)
    var cell = (width: 10, height: 20)
    let coveredCells: (columns: Int, rows: Int)
    let stretched: (columns: Int, rows: Int)
    var testDescription: String { "\(picture) in \(box) of \(cell)" }
  }

  static let cases = [
    // Pictures limited by the height and by the width.
    Case(picture: (400, 400), coveredCells: (20, 10), stretched: (20, 10)),
    Case(picture: (400, 200), coveredCells: (20, 5), stretched: (20, 5)),
    Case(picture: (200, 400), coveredCells: (10, 10), stretched: (10, 10)),
    // The exact height is 6.75 rows; 16 by 6 cells distort the least.
    Case(
      picture: (400, 300), box: (18, 10), coveredCells: (18, 7), stretched: (16, 6)),
    // Square cells.
    Case(picture: (400, 400), cell: (10, 10), coveredCells: (10, 10), stretched: (10, 10)),
    // At most twice the size in pixels.
    Case(picture: (10, 20), coveredCells: (2, 2), stretched: (2, 2)),
    Case(picture: (1, 1), coveredCells: (1, 1), stretched: (1, 1)),
    // Very narrow pictures have at least one cell.
    Case(picture: (8_000, 1), coveredCells: (20, 1), stretched: (20, 1)),
    Case(picture: (1, 8_000), coveredCells: (1, 10), stretched: (1, 10)),
    Case(picture: (4_000, 4_000), box: (1, 1), coveredCells: (1, 1), stretched: (1, 1)),
  ]

  @Test(arguments: cases)
  func `a picture fits into its box with its proportions preserved`(_ example: Case) throws {
    let box = CellBox(columns: example.box.columns, rows: example.box.rows)
    let cell = try #require(CellSize(width: example.cell.width, height: example.cell.height))
    let fit = try box.fit(
      width: example.picture.width, height: example.picture.height, cell: cell)
    #expect(
      fit.coveredCells
        == CellBox(columns: example.coveredCells.columns, rows: example.coveredCells.rows))
    #expect(
      fit.stretched == CellBox(columns: example.stretched.columns, rows: example.stretched.rows))
  }

  @Test func `stretching to whole cells distorts by less than a tenth`() throws {
    let cell = CellSize.unknown
    for (width, height) in [(400, 300), (300, 400), (320, 180), (500, 333), (200, 199)] {
      for columns in 12...60 {
        let fit = try CellBox(columns: columns, rows: columns / 3)
          .fit(width: width, height: height, cell: cell)
        let box = fit.stretched
        #expect(box.columns <= columns && box.rows <= columns / 3)
        let ratio = Double(box.columns * cell.width) / Double(box.rows * cell.height)
        let expected = Double(width) / Double(height)
        #expect(abs(ratio / expected - 1) < 0.1, "\(width)×\(height) in \(columns): \(box)")
      }
    }
  }

  @Test func `a box without cells is rejected`() {
    for box in [CellBox(columns: 0, rows: 5), CellBox(columns: 5, rows: 0)] {
      #expect(throws: PictureError.emptyBox) {
        try box.fit(width: 10, height: 10, cell: .unknown)
      }
    }
  }
}
