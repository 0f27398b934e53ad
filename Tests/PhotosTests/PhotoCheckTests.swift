import Testing

@testable import Photos

@Suite(.timeLimit(.minutes(60))) struct PhotoCheckTests {
  @Test(arguments: [
    "turned-1.jpg", "gray.jpg", "cmyk.jpg", "progressive.jpg", "located.jpg", "large-profile.jpg",
    "plain.png", "alpha.png", "palette.png", "deep.png", "noted.png", "moving.png", "lossy.webp",
    "alpha.webp", "moving.webp", "plain.heic", "turned.heic",
  ])
  func `a complete photo passes`(name: String) throws {
    _ = try PhotoCheck.check(try PhotoFixture.bytes(name))
  }

  @Test(
    arguments: [
      ("truncated.jpg", .jpeg), ("half.jpg", .jpeg), ("truncated.png", .png),
      ("truncated.webp", .webp), ("truncated.heic", .heic),
    ] as [(String, PhotoFormat)])
  func `an incomplete photo fails as truncated`(name: String, format: PhotoFormat) throws {
    let bytes = try PhotoFixture.bytes(name)
    #expect(throws: PhotoError.truncated(format, bytes: bytes.count)) {
      try PhotoCheck.check(bytes)
    }
  }

  @Test(arguments: ["turned-6.jpg", "plain.png", "lossy.webp", "plain.heic"])
  func `no prefix of a photo passes`(name: String) throws {
    let bytes = try PhotoFixture.bytes(name)
    for length in 0..<bytes.count {
      #expect(throws: PhotoError.self) { try PhotoCheck.check(Array(bytes.prefix(length))) }
    }
  }

  @Test func `a wrong checksum is detected`() throws {
    #expect(throws: PhotoError.damaged(.png, .checksum)) {
      try PhotoCheck.check(try PhotoFixture.bytes("wrong-crc.png"))
    }
  }

  @Test func `a text with the file name of a photo is detected as text`() throws {
    #expect(throws: PhotoError.notAPhoto(.text)) {
      try PhotoCheck.check(try PhotoFixture.bytes("text.jpg"))
    }
  }

  @Test(arguments: [("bomb.png", 50_000_000), ("bomb.jpg", 250_000_000)])
  func `a decompression bomb is rejected by its header`(name: String, limit: Int) throws {
    let bytes = try PhotoFixture.bytes(name)
    let expected = PhotoError.tooManyPixels(width: 60_000, height: 60_000, limit: limit)
    #expect(throws: expected) { try PhotoCheck.check(bytes) }
    #expect(throws: expected) { try Preparation.prepare(bytes) }
    #expect(throws: expected) { try Thumbnail.make(from: bytes) }
  }

  @Test func `a valid PNG of one bit per pixel and a thousand megapixels is rejected`() throws {
    let bomb = PNGBomb.bytes(width: 32_000, height: 31_250)
    #expect(bomb.count < 1_000_000)
    let expected = PhotoError.tooManyPixels(width: 32_000, height: 31_250, limit: 50_000_000)
    #expect(throws: expected) { try Preparation.prepare(bomb) }
    // A small image of the same kind passes, so the large one is valid.
    let small = PNGBomb.bytes(width: 320, height: 200)
    #expect(try Preparation.prepare(small).bytes == small)
  }

  @Test func `an empty file has its own error`() throws {
    #expect(throws: PhotoError.notAPhoto(.empty)) {
      try PhotoCheck.check(try PhotoFixture.bytes("empty.jpg"))
    }
  }

  @Test func `a progressive JPEG is fully buffered and has the smaller limit`() throws {
    var limits = PhotoLimits()
    limits.bufferedPixels = 640 * 480 - 1
    #expect(throws: PhotoError.tooManyPixels(width: 640, height: 480, limit: 307_199)) {
      try PhotoCheck.check(try PhotoFixture.bytes("progressive.jpg"), limits: limits)
    }
    _ = try PhotoCheck.check(try PhotoFixture.bytes("located.jpg"), limits: limits)
  }

  @Test func `a JPEG with too many scans is rejected`() throws {
    var limits = PhotoLimits()
    limits.scans = 3
    #expect(throws: PhotoError.damaged(.jpeg, .tooManyParts)) {
      try PhotoCheck.check(try PhotoFixture.bytes("progressive.jpg"), limits: limits)
    }
  }

  @Test func `too many segments are rejected`() throws {
    let segments = Array(repeatElement([0xFF, 0xFE, 0, 2] as [UInt8], count: 5_000).joined())
    let photo = try PhotoFixture.bytes("turned-1.jpg")
    #expect(throws: PhotoError.damaged(.jpeg, .tooManyParts)) {
      try PhotoCheck.check([0xFF, 0xD8] + segments + photo.dropFirst(2))
    }
  }
}
