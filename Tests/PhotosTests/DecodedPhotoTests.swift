/// Photos for the screen: shrunk, upright, never enlarged.
import Photos
import Testing

struct DecodedPhotoTests {
  @Test(
    arguments: [
      (2_000, 1_500, 240, 180, 240, 180), (2_000, 1_500, 240, 90, 120, 90),
      (2_000, 1_500, 60, 900, 60, 45), (30, 20, 240, 180, 30, 20), (3_000, 3, 300, 300, 300, 1),
    ])
  func `it fits the room, its proportions kept`(
    width: Int, height: Int, roomWidth: Int, roomHeight: Int, shownWidth: Int, shownHeight: Int
  ) throws {
    let bytes = try PhotoFixture.large(width: width, height: height)
    let photo = try DecodedPhoto(bytes, within: roomWidth, roomHeight)
    #expect([photo.width, photo.height] == [shownWidth, shownHeight])
    #expect(photo.bytes.count == photo.width * photo.height * (photo.hasAlpha ? 4 : 3))
    let file = try PhotoHeader.read(DecodedPhoto.png(bytes, within: roomWidth, roomHeight))
    #expect([file.width, file.height] == [shownWidth, shownHeight])
    #expect(file.format == .png)
  }

  @Test(arguments: 1...8)
  func `it is upright`(number: Int) throws {
    let bytes = try PhotoFixture.bytes("turned-\(number).jpg")
    let look = try Look(DecodedPhoto.png(bytes, within: 500, 500), .png)
    #expect(look.shows(PhotoFixture.quarters), "\(look.quarters)")
  }

  @Test func `what is transparent stays so`() throws {
    let photo = try DecodedPhoto(try PhotoFixture.bytes("alpha.png"), within: 500, 500)
    #expect(photo.hasAlpha)
    #expect(photo.bytes[3] == 0)
  }

  @Test(arguments: ["half.jpg", "text.jpg", "bomb.png", "truncated.png", "wrong-crc.png"])
  func `a photo that is none is refused before a decoder sees it`(name: String) throws {
    let bytes = try PhotoFixture.bytes(name)
    #expect(throws: PhotoError.self) { try DecodedPhoto(bytes, within: 100, 100) }
  }
}
