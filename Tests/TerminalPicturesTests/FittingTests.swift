/// How pictures fit into boxes, and which are refused.
import TerminalKit
import Testing

@testable import TerminalPictures

struct FittingTests {
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
  func `pixels that do not add up are refused`(
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
  func `a box is never negative or giant`(columns: Int, rows: Int, width: Int, height: Int) {
    let box = CellBox(columns: columns, rows: rows)
    #expect([box.columns, box.rows] == [width, height])
    #expect(box.isEmpty == (width == 0 || height == 0))
  }

  @Test(
    arguments: [
      (0, 0), (1, 20), (10, 0), (-10, -20), (257, 20), (.max, .max),
    ])
  func `a cell's size that no screen has is unknown`(width: Int, height: Int) {
    #expect(CellSize(width: width, height: height) == nil)
  }

  @Test func `the window's pixels tell the cell's size`() {
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
    // Height and width decide in turn.
    Case(picture: (400, 400), coveredCells: (20, 10), stretched: (20, 10)),
    Case(picture: (400, 200), coveredCells: (20, 5), stretched: (20, 5)),
    Case(picture: (200, 400), coveredCells: (10, 10), stretched: (10, 10)),
    // 4:3 is 6.67 high and 8:3 is 3.75: as many rows as keep the proportions best.
    Case(
      picture: (400, 300), box: (18, 10), coveredCells: (18, 7), stretched: (16, 6)),
    // Cells of another shape.
    Case(picture: (400, 400), cell: (10, 10), coveredCells: (10, 10), stretched: (10, 10)),
    // Not enlarged beyond twice its pixels.
    Case(picture: (10, 20), coveredCells: (2, 2), stretched: (2, 2)),
    Case(picture: (1, 1), coveredCells: (1, 1), stretched: (1, 1)),
    // Ribbons keep a cell.
    Case(picture: (8_000, 1), coveredCells: (20, 1), stretched: (20, 1)),
    Case(picture: (1, 8_000), coveredCells: (1, 10), stretched: (1, 10)),
    Case(picture: (4_000, 4_000), box: (1, 1), coveredCells: (1, 1), stretched: (1, 1)),
  ]

  @Test(arguments: cases)
  func `a picture keeps its proportions and stays in its box`(_ example: Case) throws {
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

  @Test func `stretching to whole cells is hardly seen`() throws {
    let cell = CellSize.unknown
    for (width, height) in [(400, 300), (300, 400), (320, 180), (500, 333), (200, 199)] {
      for columns in 12...60 {
        let fit = try CellBox(columns: columns, rows: columns / 3)
          .fit(width: width, height: height, cell: cell)
        let box = fit.stretched
        #expect(box.columns <= columns && box.rows <= columns / 3)
        let seen = Double(box.columns * cell.width) / Double(box.rows * cell.height)
        let wanted = Double(width) / Double(height)
        #expect(abs(seen / wanted - 1) < 0.1, "\(width)×\(height) in \(columns): \(box)")
      }
    }
  }

  @Test func `a box without cells has no room`() {
    for box in [CellBox(columns: 0, rows: 5), CellBox(columns: 5, rows: 0)] {
      #expect(throws: PictureError.emptyBox) {
        try box.fit(width: 10, height: 10, cell: .unknown)
      }
    }
  }
}
