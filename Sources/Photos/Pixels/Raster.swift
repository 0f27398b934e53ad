/// Decoded pixels, held by gdk-pixbuf: the only type that owns a C object.
import CGdkPixbuf

/// A picture in memory, 8 bits a component, RGB with or without alpha.
///
/// It has one owner and cannot be copied; the object is released when the owner lets go, on every
/// path. Each step takes the picture before it and leaves a new one.
struct Raster: ~Copyable {
  /// The colors and the layout come from the library; never nil.
  private let pixbuf: OpaquePointer

  /// Takes over a reference that the caller owns.
  init(owning pixbuf: OpaquePointer) { self.pixbuf = pixbuf }

  /// Takes over a new picture; the library answers nil only when there is no memory for it.
  private init(_ made: OpaquePointer?, width: Int, height: Int) throws(PhotoError) {
    guard let made else { throw .noMemory(width: width, height: height) }
    self.init(owning: made)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }

  var width: Int { Int(gdk_pixbuf_get_width(pixbuf)) }
  var height: Int { Int(gdk_pixbuf_get_height(pixbuf)) }
  var longSide: Int { max(width, height) }
  var hasAlpha: Bool { gdk_pixbuf_get_has_alpha(pixbuf) != 0 }

  /// A remark that the decoder attached, such as `icc-profile`.
  func option(_ name: String) -> String? {
    gdk_pixbuf_get_option(pixbuf, name).map { String(cString: $0) }
  }

  /// The color of a pixel: red, green, blue, and alpha where there is one.
  func pixel(x: Int, y: Int) -> [UInt8] {
    let components = Int(gdk_pixbuf_get_n_channels(pixbuf))
    let offset = y * Int(gdk_pixbuf_get_rowstride(pixbuf)) + x * components
    guard let pixels = gdk_pixbuf_read_pixels(pixbuf) else { return [] }
    return Array(UnsafeBufferPointer(start: pixels + offset, count: components))
  }

  /// All pixels without the gaps that the library leaves between rows.
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

  /// Whether a pixel lets anything through; many pictures have alpha and are opaque all over.
  var isTransparent: Bool {
    guard hasAlpha, let pixels = gdk_pixbuf_read_pixels(pixbuf) else { return false }
    let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
    for y in 0..<height {
      let row = pixels + y * stride
      for x in 0..<width where row[4 * x + 3] != 255 { return true }
    }
    return false
  }

  /// The picture with its longer side at most this, never enlarged.
  consuming func fitted(longSide limit: Int) throws(PhotoError) -> Raster {
    guard longSide > limit else { return self }
    let size = Self.fittedSize(width: width, height: height, longSide: limit)
    // Bilinear averages over all pixels that fall together, so it is right for shrinking.
    return try Raster(
      gdk_pixbuf_scale_simple(pixbuf, Int32(size.width), Int32(size.height), GDK_INTERP_BILINEAR),
      width: size.width, height: size.height)
  }

  /// The picture turned so that it is seen upright.
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

  /// The picture laid on a color, without alpha.
  consuming func flattened(on color: PhotoColor) throws(PhotoError) -> Raster {
    guard hasAlpha else { return self }
    let (width, height) = (Int32(width), Int32(height))
    let flat = try Raster(
      gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, width, height), width: self.width,
      height: self.height)
    gdk_pixbuf_fill(flat.pixbuf, color.rgba)
    gdk_pixbuf_composite(
      pixbuf, flat.pixbuf, 0, 0, width, height, 0, 0, 1, 1, GDK_INTERP_NEAREST, 255)
    return flat
  }

  /// A size with the longer side at most this and the same proportions, at least 1 by 1.
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

  /// Lends the C object for one call.
  func withPixbuf<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    body(pixbuf)
  }
}
