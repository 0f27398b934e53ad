/// Whole photos pass; halves, bombs and endless ones do not.
import Photos
import Testing

struct PhotoCheckTests {
  @Test(arguments: [
    "turned-1.jpg", "gray.jpg", "cmyk.jpg", "progressive.jpg", "located.jpg", "large-profile.jpg",
    "plain.png", "alpha.png", "palette.png", "deep.png", "noted.png", "moving.png", "lossy.webp",
    "alpha.webp", "moving.webp", "plain.heic", "turned.heic", "plain.gif", "moving.gif",
    "plain.bmp", "turned-1.tif",
  ])
  func `a whole photo passes`(name: String) throws {
    _ = try PhotoCheck.check(try PhotoFixture.bytes(name))
  }

  @Test(
    arguments: [
      ("truncated.jpg", .jpeg), ("half.jpg", .jpeg), ("truncated.png", .png),
      ("truncated.webp", .webp), ("truncated.heic", .heic), ("truncated.gif", .gif),
    ] as [(String, PhotoFormat)])
  func `half a photo is told as truncated`(name: String, format: PhotoFormat) throws {
    let bytes = try PhotoFixture.bytes(name)
    #expect(throws: PhotoError.truncated(format, bytes: bytes.count)) {
      try PhotoCheck.check(bytes)
    }
  }

  @Test(arguments: ["turned-6.jpg", "plain.png", "lossy.webp", "plain.heic", "plain.bmp"])
  func `no beginning of a photo passes`(name: String) throws {
    let bytes = try PhotoFixture.bytes(name)
    for length in 0..<bytes.count {
      #expect(throws: PhotoError.self) { try PhotoCheck.check(Array(bytes.prefix(length))) }
    }
  }

  @Test func `a wrong checksum is found`() throws {
    #expect(throws: PhotoError.damaged(.png, .checksum)) {
      try PhotoCheck.check(try PhotoFixture.bytes("wrong-crc.png"))
    }
  }

  @Test func `a text named as a photo is told as text`() throws {
    #expect(throws: PhotoError.notAPhoto(.text)) {
      try PhotoCheck.check(try PhotoFixture.bytes("text.jpg"))
    }
  }

  @Test(arguments: [("bomb.png", 50_000_000), ("bomb.jpg", 250_000_000)])
  func `a bomb is refused by its header`(name: String, limit: Int) throws {
    let bytes = try PhotoFixture.bytes(name)
    let refusal = PhotoError.tooManyPixels(width: 60_000, height: 60_000, limit: limit)
    #expect(throws: refusal) { try PhotoCheck.check(bytes) }
    #expect(throws: refusal) { try Preparation.prepare(bytes) }
    #expect(throws: refusal) { try Thumbnail.make(from: bytes) }
  }

  /// A thousand megapixels of nothing, whole and valid: only the header gives it away.
  @Test func `a PNG of one bit a pixel and a thousand megapixels is refused`() throws {
    let bomb = PNGBomb.bytes(width: 32_000, height: 31_250)
    #expect(bomb.count < 1_000_000)
    let refusal = PhotoError.tooManyPixels(width: 32_000, height: 31_250, limit: 50_000_000)
    #expect(throws: refusal) { try Preparation.prepare(bomb) }
    // The same kind within the limits is fine, so it is no fault of its making.
    let small = PNGBomb.bytes(width: 320, height: 200)
    #expect(try Preparation.prepare(small).bytes == small)
  }

  @Test func `an empty file is told as empty`() throws {
    #expect(throws: PhotoError.notAPhoto(.empty)) {
      try PhotoCheck.check(try PhotoFixture.bytes("empty.jpg"))
    }
  }

  @Test func `a progressive JPEG is held whole and has the smaller limit`() throws {
    var limits = PhotoLimits()
    limits.bufferedPixels = 640 * 480 - 1
    #expect(throws: PhotoError.tooManyPixels(width: 640, height: 480, limit: 307_199)) {
      try PhotoCheck.check(try PhotoFixture.bytes("progressive.jpg"), limits: limits)
    }
    _ = try PhotoCheck.check(try PhotoFixture.bytes("located.jpg"), limits: limits)
  }

  @Test func `a JPEG with too many scans is refused`() throws {
    var limits = PhotoLimits()
    limits.scans = 3
    #expect(throws: PhotoError.damaged(.jpeg, .tooManyParts)) {
      try PhotoCheck.check(try PhotoFixture.bytes("progressive.jpg"), limits: limits)
    }
  }

  @Test func `endless segments are refused`() throws {
    let segments = Array(repeatElement([0xFF, 0xFE, 0, 2] as [UInt8], count: 5_000).joined())
    let photo = try PhotoFixture.bytes("turned-1.jpg")
    #expect(throws: PhotoError.damaged(.jpeg, .tooManyParts)) {
      try PhotoCheck.check([0xFF, 0xD8] + segments + photo.dropFirst(2))
    }
  }
}
