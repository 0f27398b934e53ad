import CGdkPixbuf
import Formatting

/// A decoded image with 8 bits per component, RGB with or without alpha.
///
/// It owns an object of gdk-pixbuf and is not copyable, so the object is released exactly once.
/// Each operation consumes the image and returns a new one.
struct Raster: ~Copyable {
  private let pixbuf: OpaquePointer

  /// Takes ownership of the reference.
  init(owning pixbuf: OpaquePointer) { self.pixbuf = pixbuf }

  /// Takes ownership of a new object. The library returns nil only if there is not enough memory.
  private init(_ made: OpaquePointer?, width: Int, height: Int) throws(PhotoError) {
    guard let made else { throw .noMemory(width: width, height: height) }
    self.init(owning: made)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }

  var width: Int { Int(gdk_pixbuf_get_width(pixbuf)) }
  var height: Int { Int(gdk_pixbuf_get_height(pixbuf)) }
  var longSide: Int { max(width, height) }
  var hasAlpha: Bool { gdk_pixbuf_get_has_alpha(pixbuf) != 0 }

  /// An option that the decoder attached to the image, such as `icc-profile`.
  func option(_ name: String) -> String? {
    gdk_pixbuf_get_option(pixbuf, name).map { String(cString: $0) }
  }

  /// The components of a pixel: red, green, blue and, if present, alpha.
  func pixel(x: Int, y: Int) -> [UInt8] {
    let components = Int(gdk_pixbuf_get_n_channels(pixbuf))
    let offset = y * Int(gdk_pixbuf_get_rowstride(pixbuf)) + x * components
    guard let pixels = gdk_pixbuf_read_pixels(pixbuf) else { return [] }
    return Array(UnsafeBufferPointer(start: pixels + offset, count: components))
  }

  /// All pixels, without padding between rows.
  var packedBytes: [UInt8] {
    guard let pixels = gdk_pixbuf_read_pixels(pixbuf) else { return [] }
    let row = width * Int(gdk_pixbuf_get_n_channels(pixbuf))
    let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
    return [UInt8](unsafeUninitializedCapacity: row * height) { target, count in
      guard let start = target.baseAddress else { return }
      for y in 0..<height {
        (start + y * row).initialize(from: pixels + y * stride, count: row)
      }
      count = row * height
    }
  }

  /// Whether any pixel is transparent. Many images have an alpha channel but only opaque pixels.
  var isTransparent: Bool {
    guard hasAlpha, let pixels = gdk_pixbuf_read_pixels(pixbuf) else { return false }
    let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
    for y in 0..<height {
      let row = pixels + y * stride
      for x in 0..<width where row[4 * x + 3] != 255 { return true }
    }
    return false
  }

  /// Scales the image down so that its longer side has at most `limit` pixels.
  consuming func fitted(longSide limit: Int) throws(PhotoError) -> Raster {
    guard longSide > limit else { return self }
    let size = Self.fittedSize(width: width, height: height, longSide: limit)
    // In gdk-pixbuf, bilinear scaling averages all source pixels, which is right for downscaling.
    return try Raster(
      gdk_pixbuf_scale_simple(pixbuf, Int32(size.width), Int32(size.height), GDK_INTERP_BILINEAR),
      width: size.width, height: size.height)
  }

  /// Rotates and mirrors the image so that it is upright.
  consuming func turned(_ orientation: PhotoOrientation) throws(PhotoError) -> Raster {
    switch orientation {
    case .upright: self
    case .mirrored: try flipped(.sideways)
    case .upsideDown: try rotated(GDK_PIXBUF_ROTATE_UPSIDEDOWN)
    case .upsideDownMirrored: try flipped(.upsideDown)
    case .transposed: try rotated(GDK_PIXBUF_ROTATE_CLOCKWISE).flipped(.sideways)
    case .quarterClockwise: try rotated(GDK_PIXBUF_ROTATE_CLOCKWISE)
    case .transversed: try rotated(GDK_PIXBUF_ROTATE_CLOCKWISE).flipped(.upsideDown)
    case .quarterCounterclockwise: try rotated(GDK_PIXBUF_ROTATE_COUNTERCLOCKWISE)
    }
  }

  /// Draws the image on a background color and removes the alpha channel.
  consuming func flattened(on color: RGBColor) throws(PhotoError) -> Raster {
    guard hasAlpha else { return self }
    let (width, height) = (Int32(width), Int32(height))
    let flat = try Raster(
      gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, width, height), width: self.width,
      height: self.height)
    gdk_pixbuf_fill(flat.pixbuf, color.hex << 8 | 0xFF)
    gdk_pixbuf_composite(
      pixbuf, flat.pixbuf, 0, 0, width, height, 0, 0, 1, 1, GDK_INTERP_NEAREST, 255)
    return flat
  }

  /// A size with the same aspect ratio and at most `limit` pixels on its longer side.
  ///
  /// It is never larger than the original and at least 1 by 1.
  static func fittedSize(width: Int, height: Int, longSide limit: Int) -> (width: Int, height: Int)
  {
    let long = max(width, height)
    guard long > limit else { return (width, height) }
    func scaled(_ side: Int) -> Int { max(1, (side * limit + long / 2) / long) }
    return (scaled(width), scaled(height))
  }

  private enum Flip: gboolean {
    case upsideDown = 0
    case sideways = 1
  }

  private func flipped(_ flip: Flip) throws(PhotoError) -> Raster {
    try Raster(gdk_pixbuf_flip(pixbuf, flip.rawValue), width: width, height: height)
  }

  private func rotated(_ rotation: GdkPixbufRotation) throws(PhotoError) -> Raster {
    try Raster(gdk_pixbuf_rotate_simple(pixbuf, rotation), width: width, height: height)
  }

  /// Calls `body` with the underlying C object.
  func withPixbuf<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    body(pixbuf)
  }
}
