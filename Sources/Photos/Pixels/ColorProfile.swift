/// Which color profile a re-encoded photo keeps.
import Foundation

/// The color profile of a decoded photo, judged.
struct ColorProfile {
  /// The profile to store again, or nil.
  let kept: [UInt8]?
  /// The bytes of one that was not kept, 0 for none.
  let droppedBytes: Int

  /// Judges the profile of a photo that was decoded from these bytes.
  ///
  /// Pixels are RGB by now, so a profile for gray or CMYK would be wrong; a large one would take
  /// the bytes that the picture needs.
  init(of raster: borrowing Raster, _ view: ByteView, _ header: PhotoHeader) throws(PhotoError) {
    let found = header.format == .webp ? try Self.inWebP(view) : Self.embedded(raster)
    // The colors that a profile is for stand at offset 16 (ICC.1:2022, section 7.2).
    let isKept =
      ByteView(found).holds("RGB ", at: 16)
      && found.count <= MetadataStripper.profileByteLimit
    (kept, droppedBytes) = (isKept ? found : nil, isKept ? 0 : found.count)
  }

  /// What the decoder hands on, as base64 beside the pixels.
  private static func embedded(_ raster: borrowing Raster) -> [UInt8] {
    raster.option("icc-profile").flatMap { Data(base64Encoded: $0) }.map(Array.init) ?? []
  }

  /// The chunk that the WebP decoder keeps to itself.
  private static func inWebP(_ view: ByteView) throws(PhotoError) -> [UInt8] {
    var chunks = try WebPChunks(view)
    while let chunk = try chunks.next() {
      if chunk.name == "ICCP" { return Array(view.bytes[chunk.payload]) }
    }
    return []
  }
}
