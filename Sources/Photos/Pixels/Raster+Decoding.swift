/// From bytes to pixels, scaled while decoding where the format can.
import CGdkPixbuf

extension Raster {
  /// Decodes bytes that passed `PhotoCheck`; the first picture where there are several.
  ///
  /// A JPEG comes at 1/2, 1/4 or 1/8 when that is still at least `longSide` long, which saves most
  /// of the time and memory; every other format comes in full. Nothing is turned yet. Blocks, and
  /// may be called from any thread.
  static func decode(
    _ bytes: [UInt8], _ format: PhotoFormat, longSide: Int
  ) throws(PhotoError) -> Raster {
    _ = quietOnce
    var failure: UnsafeMutablePointer<GError>?
    guard let loader = gdk_pixbuf_loader_new_with_type(format.loaderName, &failure) else {
      g_clear_error(&failure)
      throw .noDecoder(format)
    }
    defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
    var progress = DecodingProgress(longSide: longSide)
    let isRead = withUnsafeMutablePointer(to: &progress) { progress in
      switch format {
      case .jpeg: _ = cgdkpixbuf_on_size_prepared(loader, scaleDown, progress)
      case .png: _ = cgdkpixbuf_on_area_updated(loader, noteRows, progress)
      default: break
      }
      // A loader is closed on every path; the first failure is the one that tells why.
      guard gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), &failure) != 0 else {
        gdk_pixbuf_loader_close(loader, nil)
        return false
      }
      return gdk_pixbuf_loader_close(loader, &failure) != 0
    }
    guard isRead else { throw .undecodable(format, reason: message(of: &failure)) }
    guard let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else {
      throw .undecodable(format, reason: "no picture inside")
    }
    g_object_ref(UnsafeMutableRawPointer(pixbuf))
    let raster = Raster(owning: pixbuf)
    // The PNG decoder does not mind when rows are missing.
    guard format != .png || progress.rows >= raster.height else {
      throw .truncated(format, bytes: bytes.count)
    }
    return raster
  }

  /// Whether the decoder takes a JPEG's tables and the beginning of its first scan.
  ///
  /// This is what a decoder can refuse: within the coded data it puts up with anything, so to decode
  /// the rest would cost ten times as much and find nothing. `PhotoCheck` has seen the end.
  static func checkBeginning(ofJPEG bytes: [UInt8]) throws(PhotoError) {
    _ = quietOnce
    var segments = JPEGSegments(ByteView(bytes))
    var end = 0
    while true {
      let segment = try segments.next(withinScan: false)
      end = segment.range.upperBound
      if segment.isScan || segment.isEnd { break }
    }
    var failure: UnsafeMutablePointer<GError>?
    guard let loader = gdk_pixbuf_loader_new_with_type(PhotoFormat.jpeg.loaderName, &failure)
    else {
      g_clear_error(&failure)
      throw .noDecoder(.jpeg)
    }
    defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
    let beginning = min(end + 4_096, bytes.count)
    var progress = DecodingProgress(longSide: 1)
    let isTaken = withUnsafeMutablePointer(to: &progress) { progress in
      _ = cgdkpixbuf_on_size_prepared(loader, scaleDown, progress)
      // A loader is closed on every path; what it says of the missing rest is no news.
      defer { gdk_pixbuf_loader_close(loader, nil) }
      return gdk_pixbuf_loader_write(loader, bytes, gsize(beginning), &failure) != 0
    }
    guard isTaken else { throw .undecodable(.jpeg, reason: message(of: &failure)) }
  }

  /// The largest of 8, 4, 2 and 1 by which a JPEG's longer side may be divided while decoding and
  /// still be as long as wanted; pixels.
  static func divisor(of longSide: Int, wanted: Int) -> Int {
    [8, 4, 2].first { (longSide + $0 - 1) / $0 >= wanted } ?? 1
  }

  /// How the decoded pixels still lie. libheif turns by itself; libtiff mirrors by itself and
  /// leaves the rest as a remark; the others leave it all.
  func remainingOrientation(_ header: PhotoHeader) -> PhotoOrientation {
    switch header.format {
    case .jpeg, .png, .webp: return header.orientation
    case .tiff:
      let number = option("orientation").flatMap { Int($0) }
      return number.flatMap(PhotoOrientation.init(rawValue:)) ?? .upright
    case .heic, .avif, .gif, .bmp: return .upright
    }
  }

  /// Done before the first decoding, not at start-up.
  private static let quietOnce: Void = cgdkpixbuf_be_quiet()

  /// The words of a failure, which is freed.
  static func message(of failure: inout UnsafeMutablePointer<GError>?) -> String {
    defer { g_clear_error(&failure) }
    return failure.map { String(cString: $0.pointee.message) } ?? "no reason given"
  }
}

/// What the callbacks of one decoding share.
private struct DecodingProgress {
  /// The length that the longer side must still have.
  let longSide: Int
  /// Rows seen so far.
  var rows = 0
}

/// Asks for a smaller picture. The sizes are exactly those the JPEG decoder makes by itself,
/// rounded up, so that gdk-pixbuf adds no scaling of its own.
private func scaleDown(
  _ loader: UnsafeMutablePointer<GdkPixbufLoader>?, _ width: Int32, _ height: Int32,
  _ context: UnsafeMutableRawPointer?
) {
  guard let context, let loader else { return }
  let wanted = context.assumingMemoryBound(to: DecodingProgress.self).pointee.longSide
  let divisor = Int32(Raster.divisor(of: Int(max(width, height)), wanted: wanted))
  guard divisor > 1 else { return }
  gdk_pixbuf_loader_set_size(
    loader, (width + divisor - 1) / divisor, (height + divisor - 1) / divisor)
}

/// Remembers how far down the picture has come.
private func noteRows(
  _ loader: UnsafeMutablePointer<GdkPixbufLoader>?, _ x: Int32, _ y: Int32, _ width: Int32,
  _ height: Int32, _ context: UnsafeMutableRawPointer?
) {
  guard let progress = context?.assumingMemoryBound(to: DecodingProgress.self) else { return }
  progress.pointee.rows = max(progress.pointee.rows, Int(y + height))
}
