import Testing

@testable import Photos

@Suite(.timeLimit(.minutes(60))) struct RasterTests {
  @Test(
    arguments: [
      (4_032, 1_600, 2), (3_200, 1_600, 2), (3_199, 1_600, 2), (3_198, 1_600, 1), (4_032, 320, 8),
      (320, 320, 1), (1, 1, 8), (100, 1, 8), (100, -5, 8),
    ])
  func `the divisor keeps a JPEG long enough`(side: Int, wanted: Int, divisor: Int) {
    #expect(Raster.divisor(of: side, wanted: wanted) == divisor)
  }

  @Test(
    arguments: [
      ([4_032, 3_024], 1_600, [1_600, 1_200]), ([3_024, 4_032], 1_600, [1_200, 1_600]),
      ([800, 600], 1_600, [800, 600]), ([1_600, 1], 1_600, [1_600, 1]),
      ([5_000, 1], 320, [320, 1]),
      ([333, 100], 100, [100, 30]), ([10, 10], 0, [1, 1]),
    ] as [([Int], Int, [Int])])
  func `a fitted size keeps the aspect ratio and is never larger`(
    size: [Int], limit: Int, expected: [Int]
  ) {
    let fitted = Raster.fittedSize(width: size[0], height: size[1], longSide: limit)
    #expect([fitted.width, fitted.height] == expected)
  }

  @Test func `a JPEG is scaled by the decoder, not a second time`() throws {
    let bytes = try PhotoFixture.large(width: 641, height: 479)
    let raster = try Raster.decode(bytes, .jpeg, longSide: 100)
    #expect([raster.width, raster.height] == [161, 120])
  }

  @Test func `decoding invalid data throws an error with the decoder's message`() {
    let error = #expect(throws: PhotoError.self) {
      _ = try Raster.decode([1, 2, 3], .png, longSide: 10)
    }
    guard case .undecodable(.png, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test func `an opaque image with an alpha channel is not transparent`() throws {
    let clear = try Raster.decode(try PhotoFixture.bytes("alpha.png"), .png, longSide: 1)
    #expect(clear.hasAlpha && clear.isTransparent)
    let print = try Raster.decode(try PhotoFixture.bytes("cmyk.jpg"), .jpeg, longSide: 24)
    #expect(print.hasAlpha && !print.isTransparent)
  }
}
