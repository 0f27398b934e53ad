import Foundation

/// The color profile of a decoded photo and whether it can be kept.
struct ColorProfile {
  /// The profile to store in the new file, or nil.
  let kept: [UInt8]?
  /// The size in bytes of a profile, or of what a PNG has instead, that is not kept; or 0.
  let droppedBytes: Int

  /// Reads the profile of a decoded photo.
  ///
  /// The decoded pixels are RGB, so a profile for gray or CMYK is not kept. Neither is a large one,
  /// which would take up space that the image needs.
  init(of raster: borrowing Raster, _ view: ByteView, _ header: PhotoHeader) throws(PhotoError) {
    let found = header.format == .webp ? try Self.inWebP(view) : Self.embedded(raster)
    // The color space of a profile is at offset 16 (ICC.1:2022, section 7.2).
    let isKept =
      ByteView(found).contains("RGB ", at: 16)
      && found.count <= MetadataStripper.profileByteLimit
    kept = isKept ? found : nil
    if found.isEmpty {
      droppedBytes = header.format == .png ? try PNGProfile.colorBytes(view) : 0
    } else {
      droppedBytes = isKept ? 0 : found.count
    }
  }

  /// The profile that the decoder provides in base64.
  private static func embedded(_ raster: borrowing Raster) -> [UInt8] {
    raster.option("icc-profile").flatMap { Data(base64Encoded: $0) }.map(Array.init) ?? []
  }

  /// The profile in a WebP file, which the decoder does not provide.
  private static func inWebP(_ view: ByteView) throws(PhotoError) -> [UInt8] {
    var chunks = try WebPChunks(view)
    while let chunk = try chunks.next() {
      if chunk.name == "ICCP" { return Array(view.bytes[chunk.payload]) }
    }
    return []
  }
}
