import CGdkPixbuf
import Foundation

extension Raster {
  /// Encodes the image as a JPEG of a quality from 0 to 100, with an optional color profile.
  func jpeg(quality: Int, profile: [UInt8]?) throws(PhotoError) -> [UInt8] {
    var options = [("quality", String(quality))]
    if let profile { options.append(("icc-profile", Data(profile).base64EncodedString())) }
    return try encoded(.jpeg, options)
  }

  /// Encodes the image as a PNG, with an optional color profile.
  ///
  /// The profile is inserted afterwards, because gdk-pixbuf 2.42 passes it to libpng before the
  /// header, which rejects it ("RGB color space not permitted on grayscale PNG").
  func png(profile: [UInt8]?) throws(PhotoError) -> [UInt8] {
    let bytes = try encoded(.png, [("compression", "6")])
    return profile.map { PNGProfile.insert($0, into: bytes) } ?? bytes
  }

  private func encoded(
    _ format: PhotoFormat, _ options: [(key: String, value: String)]
  ) throws(PhotoError) -> [UInt8] {
    // The library requires that both lists end with NULL.
    var keys: [UnsafeMutablePointer<CChar>?] = options.map { strdup($0.key) } + [nil]
    var values: [UnsafeMutablePointer<CChar>?] = options.map { strdup($0.value) } + [nil]
    defer {
      for text in keys + values { free(text) }
    }
    var failure: UnsafeMutablePointer<GError>?
    var buffer: UnsafeMutablePointer<CChar>?
    var count: gsize = 0
    let isSaved = withPixbuf {
      gdk_pixbuf_save_to_bufferv(
        $0, &buffer, &count, format.rawValue, &keys, &values, &failure) != 0
    }
    defer { g_free(buffer) }
    guard isSaved, let buffer else {
      throw .unencodable(format, reason: Self.message(of: &failure))
    }
    return Array(UnsafeRawBufferPointer(start: buffer, count: Int(count)))
  }
}
