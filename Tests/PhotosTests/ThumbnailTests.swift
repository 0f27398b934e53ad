/// Thumbnails: small, upright, in the right format.
import Photos
import Testing

struct ThumbnailTests {
  @Test func `a large photo becomes 320 pixels long`() throws {
    let thumbnail = try Thumbnail.make(from: try PhotoFixture.large(width: 2_000, height: 1_500))
    #expect(thumbnail.format == .jpeg)
    let header = try PhotoCheck.check(thumbnail.bytes)
    #expect([header.width, header.height] == [320, 240])
    #expect([thumbnail.width, thumbnail.height] == [320, 240])
  }

  @Test(arguments: 1...8)
  func `it is upright and never enlarged`(number: Int) throws {
    let thumbnail = try Thumbnail.make(from: try PhotoFixture.bytes("turned-\(number).jpg"))
    let look = try Look(thumbnail.bytes, thumbnail.format)
    #expect([look.width, look.height] == [24, 16])
    #expect(look.shows(PhotoFixture.quarters), "\(look.quarters)")
    #expect(try PhotoHeader.read(thumbnail.bytes).orientation == .upright)
  }

  @Test(
    arguments: [
      ("alpha.png", .png), ("plain.png", .jpeg), ("cmyk.jpg", .jpeg), ("plain.gif", .jpeg),
      ("alpha.webp", .png),
    ] as [(String, PhotoFormat)])
  func `only transparency needs PNG`(name: String, format: PhotoFormat) throws {
    let thumbnail = try Thumbnail.make(from: try PhotoFixture.bytes(name))
    #expect(thumbnail.format == format)
    #expect(try PhotoHeader.read(thumbnail.bytes).format == format)
  }

  @Test func `transparent stays transparent`() throws {
    let thumbnail = try Thumbnail.make(from: try PhotoFixture.bytes("alpha.png"), longSide: 12)
    #expect([thumbnail.width, thumbnail.height] == [12, 8])
    #expect(try Look(thumbnail.bytes, .png).quarters[0][3] == 0)
  }

  @Test func `it carries no notes and is the same each time`() throws {
    let bytes = try PhotoFixture.bytes("located.jpg")
    let thumbnail = try Thumbnail.make(from: bytes)
    #expect(try MetadataStripper.strip(thumbnail.bytes).removed == MetadataSummary())
    #expect(try Thumbnail.make(from: bytes) == thumbnail)
  }
}
