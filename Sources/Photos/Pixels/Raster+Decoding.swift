import CGdkPixbuf

extension Raster {
  /// Decodes the first image in bytes that have passed `PhotoCheck`.
  ///
  /// A JPEG is decoded at 1/2, 1/4 or 1/8 of its size if that is still at least `longSide` pixels
  /// long, which saves most of the time and memory. Other formats are decoded at full size. The
  /// orientation is not applied. Blocks; may be called from any thread.
  static func decode(
    _ bytes: [UInt8], _ format: PhotoFormat, longSide: Int
  ) throws(PhotoError) -> Raster {
    let loader = try makeLoader(format)
    defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
    var failure: UnsafeMutablePointer<GError>?
    var progress = DecodingProgress(longSide: longSide)
    let isRead = withUnsafeMutablePointer(to: &progress) { progress in
      switch format {
      case .jpeg: _ = cgdkpixbuf_on_size_prepared(loader, scaleDown, progress)
      case .png: _ = cgdkpixbuf_on_area_updated(loader, recordRows, progress)
      default: break
      }
      // A loader must always be closed. Report the first error.
      guard gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), &failure) != 0 else {
        gdk_pixbuf_loader_close(loader, nil)
        return false
      }
      return gdk_pixbuf_loader_close(loader, &failure) != 0
    }
    guard isRead else { throw .undecodable(format, reason: message(of: &failure)) }
    guard let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else {
      throw .undecodable(format, reason: "it contains no image")
    }
    g_object_ref(UnsafeMutableRawPointer(pixbuf))
    let raster = Raster(owning: pixbuf)
    // The PNG decoder does not report missing rows.
    guard format != .png || progress.rows >= raster.height else {
      throw .truncated(format, bytes: bytes.count)
    }
    return raster
  }

  /// Verifies that the decoder accepts a JPEG's tables and the start of its first scan.
  ///
  /// Decoders report no errors within the coded data, so decoding the rest would take ten times as
  /// long and find nothing. `PhotoCheck` has verified the end. Fails with `.noDecoder` or
  /// `.undecodable`.
  static func checkStart(ofJPEG bytes: [UInt8]) throws(PhotoError) {
    let start = try firstRows(ofJPEG: bytes)
    let loader = try makeLoader(.jpeg)
    defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
    var failure: UnsafeMutablePointer<GError>?
    var progress = DecodingProgress(longSide: 1)
    let isAccepted = withUnsafeMutablePointer(to: &progress) { progress in
      _ = cgdkpixbuf_on_size_prepared(loader, scaleDown, progress)
      // A loader must always be closed. Its error about the missing rest is expected.
      defer { gdk_pixbuf_loader_close(loader, nil) }
      return gdk_pixbuf_loader_write(loader, start, gsize(start.count), &failure) != 0
    }
    guard isAccepted else { throw .undecodable(.jpeg, reason: message(of: &failure)) }
  }

  /// Returns a new loader, which the caller must release.
  private static func makeLoader(
    _ format: PhotoFormat
  ) throws(PhotoError) -> UnsafeMutablePointer<GdkPixbufLoader> {
    _ = quietOnce
    guard let loader = gdk_pixbuf_loader_new_with_type(format.loaderName, nil) else {
      throw .noDecoder(format)
    }
    return loader
  }

  /// Returns the start of a JPEG with 4 KiB of its first scan, as an image of at most 64 rows.
  ///
  /// A decoder fills the rows that are missing at the end, which would take longer than the rest.
  private static func firstRows(ofJPEG bytes: [UInt8]) throws(PhotoError) -> [UInt8] {
    var segments = JPEGSegments(ByteView(bytes))
    var segment = try segments.next(withinScan: false)
    var frame: Range<Int>?
    while !segment.isScan, !segment.isEnd {
      if segment.isFrame { frame = segment.payload }
      segment = try segments.next(withinScan: false)
    }
    var start = Array(bytes[..<min(segment.range.upperBound + 4_096, bytes.count)])
    // The height is the second number of the frame header, after a byte for the precision (B.2.2).
    if let height = frame.map({ $0.lowerBound + 1 }), height + 1 < start.count,
      start[height] > 0 || start[height + 1] > 64
    {
      (start[height], start[height + 1]) = (0, 64)
    }
    return start
  }

  /// The largest of 8, 4, 2 and 1 that divides a JPEG's longer side without making it shorter than
  /// `wanted` pixels.
  static func divisor(of longSide: Int, wanted: Int) -> Int {
    [8, 4, 2].first { (longSide + $0 - 1) / $0 >= wanted } ?? 1
  }

  /// The orientation that the decoder has not applied.
  ///
  /// libheif applies it completely, the other decoders apply nothing.
  func remainingOrientation(_ header: PhotoHeader) -> PhotoOrientation {
    switch header.format {
    case .jpeg, .png, .webp: header.orientation
    case .heic, .avif: .upright
    }
  }

  /// Silences the library before the first decoding instead of at startup.
  private static let quietOnce: Void = cgdkpixbuf_be_quiet()

  /// Returns the message of an error and frees the error.
  static func message(of failure: inout UnsafeMutablePointer<GError>?) -> String {
    defer { g_clear_error(&failure) }
    return failure.map { String(cString: $0.pointee.message) } ?? "no reason given"
  }
}

/// The state that the callbacks of one decoding share.
private struct DecodingProgress {
  /// The minimum length of the longer side in pixels.
  let longSide: Int
  /// The number of rows decoded so far.
  var rows = 0
}

/// Requests a smaller image, rounded up like the sizes that the JPEG decoder produces itself, so
/// that gdk-pixbuf does not scale it again.
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

/// Records the number of decoded rows.
private func recordRows(
  _ loader: UnsafeMutablePointer<GdkPixbufLoader>?, _ x: Int32, _ y: Int32, _ width: Int32,
  _ height: Int32, _ context: UnsafeMutableRawPointer?
) {
  guard let progress = context?.assumingMemoryBound(to: DecodingProgress.self) else { return }
  progress.pointee.rows = max(progress.pointee.rows, Int(y + height))
}
