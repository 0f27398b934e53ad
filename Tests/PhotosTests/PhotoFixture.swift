/// Pictures to test with: the small files of `Fixtures/photos`, and large ones made in memory.
import CGdkPixbuf
import Foundation

@testable import Photos

enum PhotoFixture {
  /// The four quarters of the subject: red, green, blue, yellow.
  static let quarters: [[Int]] = [[220, 30, 30], [30, 180, 40], [30, 40, 210], [230, 210, 30]]

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fixtures/photos").standardizedFileURL

  /// The bytes of a file.
  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name)))
  }

  /// The names of all pictures.
  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasSuffix(".py") }.sorted()
  }

  /// The color profile inside a prepared photo, in base64.
  static func profile(of photo: PreparedPhoto) throws -> String? {
    try profile(photo.bytes, photo.format)
  }

  /// The color profile inside a picture, in base64, as the decoder finds it.
  static func profile(_ bytes: [UInt8], _ format: PhotoFormat) throws -> String? {
    try Raster.decode(bytes, format, longSide: .max).option("icc-profile")
  }

  /// A JPEG of this size that packs about as badly as a photo: a fine pattern, enlarged.
  static func large(width: Int, height: Int, quality: Int = 90) throws -> [UInt8] {
    try Raster(owning: pattern(width, height)).jpeg(quality: quality, profile: nil)
  }

  /// A PNG of this size and kind.
  static func largePNG(width: Int, height: Int) throws -> [UInt8] {
    try Raster(owning: pattern(width, height)).png(profile: nil)
  }

  /// A JPEG with a color profile of this many bytes, which holds nothing but its length.
  static func withProfile(of count: Int, into name: String) throws -> [UInt8] {
    let photo = try bytes(name)
    let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
    let profile = size + [UInt8](repeating: 7, count: count - 4)
    let pieces = stride(from: 0, to: count, by: 65_000).map {
      profile[$0..<min($0 + 65_000, count)]
    }
    // ICC.1:2022, annex B.4: each piece in a segment, with its number and how many there are.
    let segments = pieces.enumerated().map { index, piece -> [UInt8] in
      let length = 2 + 14 + piece.count
      return [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)] + Array("ICC_PROFILE".utf8)
        + [0, UInt8(index + 1), UInt8(pieces.count)] + piece
    }
    return Array(photo[..<2] + segments.joined() + photo[2...])
  }

  /// Noise on a grid of 640 by 480, drawn out smoothly.
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

/// Repeatable random numbers (SplitMix64).
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

/// The picture as anybody sees it who knows nothing of orientations.
struct Look {
  let width: Int
  let height: Int
  /// The colors in the middle of the four quarters.
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

  /// Whether the quarters have these colors, as nearly as JPEG keeps them.
  func shows(_ expected: [[Int]], within tolerance: Int = 24) -> Bool {
    zip(quarters, expected).allSatisfy { seen, wanted in
      zip(seen, wanted).allSatisfy { abs($0 - $1) <= tolerance }
    }
  }
}
