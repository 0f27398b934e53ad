import Foundation
import MarketTestSupport
import Photos
import Testing

@testable import ScreenPictures

@Suite(.timeLimit(.minutes(60))) struct FileStreamTests {
  private static let box = CellBox(columns: 20, rows: 10)

  /// Base64 of 3,072 bytes fills one chunk completely.
  @Test(arguments: [0, 1, 1_000, 2_986, 2_987, 2_988, 3_072, 6_058, 6_059, 6_060, 100_000])
  func `kitty gets the whole file in chunks of 4,096 bytes`(filler: Int) throws {
    let bytes = TestPicture.png(width: 4, height: 4, filler: filler)
    let picture = try KittyPainter().picture(
      of: try EncodedPicture(bytes), id: 7, in: Self.box)
    let commands = try KittyCommand.commands(in: picture.stream)
    #expect(commands.allSatisfy { $0.payload.utf8.count <= KittyPainter.chunkLimit })
    #expect(commands.dropLast().allSatisfy { $0.payload.utf8.count == KittyPainter.chunkLimit })
    #expect(commands.last?.keys["m"] == "0")
    #expect(commands.dropLast().allSatisfy { $0.keys["m"] == "1" })
    #expect(commands.dropFirst().allSatisfy { Set($0.keys.keys) == ["m", "q"] })
    let data = Data(base64Encoded: commands.map(\.payload).joined())
    #expect(data.map(Array.init) == bytes)
  }

  /// Decodes both streams of a scaled picture file.
  @Test(arguments: [(160, 120), (33, 61), (1, 1), (640, 480)])
  func `the decoded pixels equal the original ones`(width: Int, height: Int) throws {
    let image = try SamplePixels.gradient(width, height)
    let source = TestPicture.png(width: width, height: height) { x, y in
      (image[x, y].red, image[x, y].green, image[x, y].blue)
    }
    // 20 by 10 cells of 10 by 20 pixels.
    let file = try EncodedPicture(DecodedPhoto.png(source, within: 200, 200))
    let kitty = try KittyPainter().picture(of: file, id: 7, in: Self.box)
    let payload = try KittyCommand.commands(in: kitty.stream).map(\.payload).joined()
    let inline = try ITermPainter().picture(of: file, in: Self.box)
    for bytes in [
      Array(try #require(Data(base64Encoded: payload))), try InlineImage(inline.stream).file,
    ] {
      let read = try DecodedPhoto(bytes, within: 10_000, 10_000)
      let scale = min(1, 200 / Double(max(width, height)))
      #expect(read.width == Int((Double(width) * scale).rounded()))
      #expect(read.height == Int((Double(height) * scale).rounded()))
      let layout: PixelImage.Layout = read.hasAlpha ? .rgba : .rgb
      let shown = try PixelImage(
        width: read.width, height: read.height, layout: layout, bytes: read.bytes)
      // Unchanged, or the mean of several pixels.
      let tolerance = scale == 1 ? 0 : 8
      for y in 0..<shown.height {
        for x in 0..<shown.width {
          let expected = image[x * width / shown.width, y * height / shown.height]
          guard shown[x, y].distance(to: expected) > tolerance else { continue }
          Issue.record("\(x),\(y): \(shown[x, y]), not \(expected)")
          return
        }
      }
    }
  }

  @Test func `kitty gets format, size and picture number`() throws {
    let file = try EncodedPicture(TestPicture.png(width: 400, height: 200))
    let picture = try KittyPainter().picture(of: file, id: 4_242, in: Self.box)
    let first = try #require(KittyCommand.commands(in: picture.stream).first)
    let expected = [
      "a": "T", "f": "100", "t": "d", "q": "2", "C": "1", "i": "4242", "c": "20", "r": "5",
    ]
    #expect(first.keys.filter { $0.key != "m" } == expected)
    #expect(picture.box == CellBox(columns: 20, rows: 5))
    #expect(picture.deletion == "\u{1B}_Ga=d,d=I,i=4242,q=2\u{1B}\\")
  }

  @Test func `numbered changes only the picture number`() throws {
    let file = try EncodedPicture(TestPicture.png(width: 40, height: 20))
    let first = try KittyPainter().picture(of: file, id: 1, in: Self.box)
    let second = first.numbered(2)
    let other = try KittyPainter().picture(of: file, id: 2, in: Self.box)
    #expect(second == other && second.stream != first.stream)
    let inline = try ITermPainter().picture(of: file, in: Self.box)
    #expect(inline.numbered(9) == inline)
    #expect(inline.deletion == nil)
  }

  @Test func `picture numbers increase and are never 0`() {
    var ids = KittyIdentifiers(seed: .max - 1)
    #expect([ids.next(), ids.next(), ids.next()] == [.max, 1, 2])
  }

  @Test func `iTerm2 gets the whole file`() throws {
    let bytes = TestPicture.png(width: 30, height: 30, filler: 5_000)
    let picture = try ITermPainter().picture(of: try EncodedPicture(bytes), in: Self.box)
    let image = try InlineImage(picture.stream)
    #expect(image.file == bytes)
    #expect(image.arguments["inline"] == "1" && image.arguments["preserveAspectRatio"] == "1")
    #expect(image.arguments["size"] == String(bytes.count))
    #expect(image.arguments["width"] == String(picture.box.columns))
    #expect(image.arguments["height"] == String(picture.box.rows))
  }

  @Test func `the size is read from the header`() throws {
    let file = try EncodedPicture(try Fixture.bytes("photos/plain.png"))
    #expect(file.width == 24 && file.height == 16)
  }

  @Test func `files in other formats are rejected`() throws {
    var files = [[], [0x89], Array("GIF89a".utf8), [0xFF, 0xD8, 0xFF], [0xFF, 0xD8, 0xFF, 0xD9]]
    files.append(Array("\u{1B}]52;c;".utf8))
    files.append(Array(TestPicture.png().prefix(32)))
    files.append(try Fixture.bytes("sample/pictures/bag_thumb.jpg"))
    for bytes in files {
      #expect(throws: PictureError.wrongFormat) { try EncodedPicture(bytes) }
    }

  }

  @Test func `a random header does no harm`() throws {
    var random = SeededGenerator(seed: 3)

    var accepted = 0
    for _ in 0..<4_000 {
      var bytes = TestPicture.png()
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<min(60, bytes.count), using: &random)] =
          UInt8.random(in: 0...255, using: &random)
      }
      guard let file = try? EncodedPicture(bytes) else { continue }
      accepted += 1
      let picture = try ITermPainter().picture(of: file, in: Self.box)
      #expect(picture.box.columns <= 20 && picture.box.rows <= 10 && !picture.box.isEmpty)
    }
    #expect(accepted > 0 && accepted < 4_000)
  }

  @Test func `a huge file and a huge size are rejected`() {
    let limit = EncodedPicture.byteLimit
    let bytes = [UInt8](repeating: 0, count: limit + 1)
    #expect(throws: PictureError.tooManyBytes(limit + 1, limit: limit)) {
      try EncodedPicture(bytes)
    }
    var claim = TestPicture.png()
    claim.replaceSubrange(16..<20, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(throws: PictureError.tooManyPixels(width: 0xFFFF_FFFF, height: 3)) {
      try EncodedPicture(claim)
    }
    claim.replaceSubrange(16..<20, with: [0, 0, 0, 0])
    #expect(throws: PictureError.noPixels(width: 0, height: 3)) { try EncodedPicture(claim) }
  }

  @Test func `a box without cells is rejected`() throws {
    let file = try EncodedPicture(TestPicture.png())
    let box = CellBox(columns: -1, rows: 3)
    #expect(throws: PictureError.emptyBox) {
      try KittyPainter().picture(of: file, id: 1, in: box)
    }
    #expect(throws: PictureError.emptyBox) { try ITermPainter().picture(of: file, in: box) }
  }
}
