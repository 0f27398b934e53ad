import Photos
import Testing

@Suite(.timeLimit(.minutes(60))) struct PhotoHeaderTests {
  struct Expected: Sendable {
    let name: String
    let format: PhotoFormat
    var size = [24, 16]
    var orientation = PhotoOrientation.upright
    var depth = 8
    var color = PhotoHeader.Color.rgb
    var alpha = false
    var animated = false
    var isBuffered = true
  }

  static let table: [Expected] = [
    Expected(name: "turned-1.jpg", format: .jpeg, isBuffered: false),
    Expected(name: "turned-2.jpg", format: .jpeg, orientation: .mirrored, isBuffered: false),
    Expected(
      name: "turned-6.jpg", format: .jpeg, size: [16, 24], orientation: .quarterClockwise,
      isBuffered: false),
    Expected(name: "gray.jpg", format: .jpeg, color: .gray, isBuffered: false),
    Expected(name: "cmyk.jpg", format: .jpeg, color: .cmyk, isBuffered: false),
    Expected(name: "progressive.jpg", format: .jpeg, size: [640, 480]),
    Expected(name: "located.jpg", format: .jpeg, size: [640, 480], isBuffered: false),
    Expected(name: "plain.png", format: .png),
    Expected(name: "alpha.png", format: .png, alpha: true),
    Expected(name: "palette.png", format: .png, depth: 4, color: .palette),
    Expected(name: "deep.png", format: .png, depth: 16),
    Expected(name: "moving.png", format: .png, animated: true),
    Expected(
      name: "turned-6.png", format: .png, size: [16, 24], orientation: .quarterClockwise),
    Expected(
      name: "turned-6.webp", format: .webp, size: [16, 24], orientation: .quarterClockwise),
    Expected(name: "lossy.webp", format: .webp),
    Expected(name: "alpha.webp", format: .webp, alpha: true),
    Expected(name: "moving.webp", format: .webp, animated: true),
    Expected(name: "plain.heic", format: .heic, size: [128, 96]),
    Expected(
      name: "turned.heic", format: .heic, size: [128, 96], orientation: .quarterClockwise),
  ]

  @Test(arguments: table)
  func `a header contains format, size and pixel layout`(expected: Expected) throws {
    let header = try PhotoHeader.read(try PhotoFixture.bytes(expected.name))
    #expect(header.format == expected.format)
    #expect([header.width, header.height] == expected.size)
    #expect(header.orientation == expected.orientation)
    #expect(header.bitDepth == expected.depth)
    #expect(header.color == expected.color)
    #expect(header.hasAlpha == expected.alpha)
    #expect(header.isAnimated == expected.animated)
    #expect(header.isFullyBuffered == expected.isBuffered)
  }

  @Test(arguments: 1...8)
  func `the upright size is the same in all orientations`(number: Int) throws {
    let header = try PhotoHeader.read(try PhotoFixture.bytes("turned-\(number).jpg"))
    #expect(header.orientation.rawValue == number)
    #expect([header.uprightWidth, header.uprightHeight] == [24, 16])
  }

  @Test func `JPEG and PNG have file extensions and media types`() {
    #expect(PhotoFormat.jpeg.fileExtension == "jpg")
    #expect(PhotoFormat.jpeg.mediaType == "image/jpeg")
    #expect(PhotoFormat.png.fileExtension == "png")
    #expect(PhotoFormat.png.mediaType == "image/png")
  }

  @Test(
    arguments: [
      ("", .empty), ("This was never a photo.\n", .text), ("머그컵 사진", .text),
      ("  <!DOCTYPE html><p>", .html), ("<HTML>", .html), ("<svg xmlns='x'/>", .svg),
      ("<?xml version='1.0'?><svg/>", .svg), ("<?xml version='1.0'?><a/>", .xml),
      ("{\"code\":404}", .json), ("%PDF-1.7\n", .pdf), ("PK\u{3}\u{4}zip", .zip),
      ("\u{7F}ELF", .program), ("\0\0\0\u{18}ftypisom\0\0\0\0isommp41", .video),
      ("RIFF\0\0\0\0WAVE", .audio), ("BMW is a car maker, and this is a text.", .text),
      ("\0\u{1}\u{2}", .unknown),
      ("GIF89a\u{1}\0", .gif), ("II*\0", .tiff), ("MM\0*", .tiff),
      ("BM\0\0\0\0\0\0\0\0\0\0\0\0\u{28}\0\0\0", .bmp), ("8BPS\0\u{1}", .otherImage),
      ("\0\0\0\u{18}ftypcrx \0\0\0\u{1}", .otherImage),
    ] as [(String, UnexpectedContent)])
  func `unexpected content is detected`(text: String, content: UnexpectedContent) {
    #expect(throws: PhotoError.notAPhoto(content)) {
      try PhotoHeader.read(Array(text.utf8))
    }
  }

  @Test func `a long text is detected even if byte 4,096 is inside a character`() {
    let text = Array(("a" + String(repeating: "가", count: 2_000)).utf8)
    #expect(throws: PhotoError.notAPhoto(.text)) { try PhotoHeader.read(text) }
  }

  @Test func `20,000 damaged files cause errors, but no crash`() throws {
    let originals = try PhotoFixture.names().map(PhotoFixture.bytes).filter { $0.count < 3_000 }
    var random = SeededGenerator(seed: 20_260_101)
    var rejected = 0
    for round in 0..<20_000 {
      let bytes = Self.damaged(originals[round % originals.count], &random)
      do {
        let header = try PhotoCheck.check(bytes)
        #expect(header.pixels > 0)
        _ = try MetadataStripper.strip(bytes)
      } catch {
        rejected += 1
      }
    }
    #expect(rejected > 5_000)
  }

  /// A copy with some bytes changed, removed, duplicated or set to a large number.
  private static func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      // Most of the structure is near the start.
      let end = Bool.random(using: &random) ? min(64, bytes.count) : bytes.count
      let place = Int.random(in: 0..<end, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes.removeSubrange(place...)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(contentsOf: bytes[place...].prefix(16), at: place)
      case 3:
        bytes.replaceSubrange(place..<min(place + 4, bytes.count), with: [255, 255, 255, 255])
      default: bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
    }
    return bytes
  }
}
