import Photos
import Testing

@Suite(.timeLimit(.minutes(60))) struct DecodedPhotoTests {
  @Test(
    arguments: [
      (2_000, 1_500, 240, 180, 240, 180), (2_000, 1_500, 240, 90, 120, 90),
      (2_000, 1_500, 60, 900, 60, 45), (30, 20, 240, 180, 30, 20), (3_000, 3, 300, 300, 300, 1),
    ])
  func `a photo is scaled to fit and keeps its aspect ratio`(
    width: Int, height: Int, maxWidth: Int, maxHeight: Int, expectedWidth: Int, expectedHeight: Int
  ) throws {
    let bytes = try PhotoFixture.large(width: width, height: height)
    let photo = try DecodedPhoto(bytes, within: maxWidth, maxHeight)
    #expect([photo.width, photo.height] == [expectedWidth, expectedHeight])
    #expect(photo.bytes.count == photo.width * photo.height * (photo.hasAlpha ? 4 : 3))
    let file = try PhotoHeader.read(DecodedPhoto.png(bytes, within: maxWidth, maxHeight))
    #expect([file.width, file.height] == [expectedWidth, expectedHeight])
    #expect(file.format == .png)
  }

  @Test(arguments: 1...8)
  func `a photo is upright`(number: Int) throws {
    let bytes = try PhotoFixture.bytes("turned-\(number).jpg")
    let colors = try DecodedColors(DecodedPhoto.png(bytes, within: 500, 500), .png)
    #expect(colors.matches(PhotoFixture.quarters), "\(colors.quarters)")
  }

  @Test func `a transparent photo stays transparent`() throws {
    let photo = try DecodedPhoto(try PhotoFixture.bytes("alpha.png"), within: 500, 500)
    #expect(photo.hasAlpha)
    #expect(photo.bytes[3] == 0)
  }

  @Test(arguments: ["half.jpg", "text.jpg", "bomb.png", "truncated.png", "wrong-crc.png"])
  func `invalid files are rejected before decoding`(name: String) throws {
    let bytes = try PhotoFixture.bytes(name)
    #expect(throws: PhotoError.self) { try DecodedPhoto(bytes, within: 100, 100) }
  }
}
