import CGdkPixbuf
import Foundation

@testable import Photos

/// Photos for tests: small files from `Fixtures/photos` and large images made in memory.
enum PhotoFixture {
  /// The colors of the four quarters of the test image: red, green, blue and yellow.
  static let quarters: [[Int]] = [[220, 30, 30], [30, 180, 40], [30, 40, 210], [230, 210, 30]]

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fixtures/photos").standardizedFileURL

  /// The content of a file.
  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name)))
  }

  /// The names of all image files.
  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasSuffix(".py") }.sorted()
  }

  /// The color profile of a prepared photo in base64, or nil.
  static func profile(of photo: PreparedPhoto) throws -> String? {
    try profile(photo.bytes, photo.format)
  }

  /// The color profile of an image in base64, or nil.
  static func profile(_ bytes: [UInt8], _ format: PhotoFormat) throws -> String? {
    try Raster.decode(bytes, format, longSide: .max).option("icc-profile")
  }

  /// A JPEG that compresses about as poorly as a photo: an enlarged fine pattern.
  static func large(width: Int, height: Int, quality: Int = 90) throws -> [UInt8] {
    try Raster(owning: pattern(width, height)).jpeg(quality: quality, profile: nil)
  }

  /// A PNG with the same pattern.
  static func largePNG(width: Int, height: Int) throws -> [UInt8] {
    try Raster(owning: pattern(width, height)).png(profile: nil)
  }

  /// A JPEG fixture with an additional color profile of `count` bytes, which is invalid.
  static func withProfile(of count: Int, into name: String) throws -> [UInt8] {
    let photo = try bytes(name)
    let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
    let profile = size + [UInt8](repeating: 7, count: count - 4)
    let pieces = stride(from: 0, to: count, by: 65_000).map {
      profile[$0..<min($0 + 65_000, count)]
    }
    // Each piece is in a segment with its number and the total count (ICC.1:2022, annex B.4).
    let segments = pieces.enumerated().map { index, piece -> [UInt8] in
      let length = 2 + 14 + piece.count
      return [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)] + Array("ICC_PROFILE".utf8)
        + [0, UInt8(index + 1), UInt8(pieces.count)] + piece
    }
    return Array(photo[..<2] + segments.joined() + photo[2...])
  }

  /// Random noise of 640 by 480 pixels, scaled up smoothly.
  private static func pattern(_ width: Int, _ height: Int) throws -> OpaquePointer {
    let small = try required(gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, 640, 480))
    defer { g_object_unref(UnsafeMutableRawPointer(small)) }
    var random = SeededGenerator(seed: 7)
    let pixels = try required(gdk_pixbuf_get_pixels(small))
    for index in 0..<Int(gdk_pixbuf_get_byte_length(small)) {
      pixels[index] = UInt8(truncatingIfNeeded: 96 + random.next() % 64)
    }
    return try required(
      gdk_pixbuf_scale_simple(small, Int32(width), Int32(height), GDK_INTERP_BILINEAR))
  }

  private static func required<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw PhotoError.noMemory(width: 0, height: 0) }
    return value
  }
}

/// Reproducible random numbers (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// The decoded colors of an image, ignoring its orientation.
struct DecodedColors {
  let width: Int
  let height: Int
  /// The colors at the centers of the four quarters.
  let quarters: [[Int]]

  init(_ bytes: [UInt8], _ format: PhotoFormat) throws {
    let raster = try Raster.decode(bytes, format, longSide: .max)
    (width, height) = (raster.width, raster.height)
    var colors: [[Int]] = []
    for (x, y) in [(1, 1), (3, 1), (1, 3), (3, 3)] {
      let pixel = raster.pixel(x: x * raster.width / 4, y: y * raster.height / 4)
      colors.append(pixel.map(Int.init))
    }
    quarters = colors
  }

  /// Whether the quarters have these colors within the accuracy of JPEG.
  func matches(_ expected: [[Int]], within tolerance: Int = 24) -> Bool {
    zip(quarters, expected).allSatisfy { actual, wanted in
      zip(actual, wanted).allSatisfy { abs($0 - $1) <= tolerance }
    }
  }
}
