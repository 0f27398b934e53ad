import Testing

@testable import Photos

@Suite(.timeLimit(.minutes(60))) struct ThumbnailTests {
  @Test func `a large photo is scaled to 320 pixels`() throws {
    let thumbnail = try Thumbnail.make(from: try PhotoFixture.large(width: 2_000, height: 1_500))
    #expect(thumbnail.format == .jpeg)
    let header = try PhotoCheck.check(thumbnail.bytes)
    #expect([header.width, header.height] == [320, 240])
    #expect([thumbnail.width, thumbnail.height] == [320, 240])
  }

  @Test(arguments: 1...8)
  func `a thumbnail is upright and never enlarged`(number: Int) throws {
    let thumbnail = try Thumbnail.make(from: try PhotoFixture.bytes("turned-\(number).jpg"))
    let colors = try DecodedColors(thumbnail.bytes, thumbnail.format)
    #expect([colors.width, colors.height] == [24, 16])
    #expect(colors.matches(PhotoFixture.quarters), "\(colors.quarters)")
    #expect(try PhotoHeader.read(thumbnail.bytes).orientation == .upright)
  }

  @Test(
    arguments: [
      ("alpha.png", .png), ("plain.png", .jpeg), ("cmyk.jpg", .jpeg),
      ("alpha.webp", .png),
    ] as [(String, PhotoFormat)])
  func `only a transparent image becomes a PNG`(name: String, format: PhotoFormat) throws {
    let thumbnail = try Thumbnail.make(from: try PhotoFixture.bytes(name))
    #expect(thumbnail.format == format)
    #expect(try PhotoHeader.read(thumbnail.bytes).format == format)
  }

  @Test func `a transparent image stays transparent`() throws {
    let thumbnail = try Thumbnail.make(from: try PhotoFixture.bytes("alpha.png"), longSide: 12)
    #expect([thumbnail.width, thumbnail.height] == [12, 8])
    #expect(try DecodedColors(thumbnail.bytes, .png).quarters[0][3] == 0)
  }

  @Test func `a thumbnail has no metadata and is reproducible`() throws {
    let bytes = try PhotoFixture.bytes("located.jpg")
    let thumbnail = try Thumbnail.make(from: bytes)
    #expect(try MetadataStripper.strip(thumbnail.bytes).removed == MetadataSummary())
    #expect(try Thumbnail.make(from: bytes) == thumbnail)
  }
}
