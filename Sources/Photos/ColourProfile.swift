/// Which colour profile a re-encoded photo keeps.
import Foundation

/// A colour profile as gdk-pixbuf hands it on: base64, beside the pixels.
struct ColourProfile {
  /// The profile to store again, or nil.
  let kept: String?
  /// The bytes of one that was not kept, 0 for none.
  let droppedBytes: Int

  /// Judges the profile of a decoded picture.
  ///
  /// Pixels are RGB by now, so a profile for grey or CMYK would be wrong; a large one would take
  /// the bytes that the picture needs.
  init(of raster: borrowing Raster) {
    guard let text = raster.remark("icc-profile") else {
      (kept, droppedBytes) = (nil, 0)
      return
    }
    let bytes = ByteView(Data(base64Encoded: text).map(Array.init) ?? [])
    // The colours that a profile is for stand at offset 16 (ICC.1:2022, section 7.2).
    let isKept = bytes.holds("RGB ", at: 16) && bytes.count <= MetadataCutter.largestProfile
    (kept, droppedBytes) = (isKept ? text : nil, isKept ? 0 : bytes.count)
  }
}
