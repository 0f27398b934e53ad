/// Separates the image data of a PNG from its metadata.
enum PNGMetadata {
  /// Chunks that affect the appearance of the first frame, which is in `IDAT`.
  private static let imageChunks: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "sRGB", "sBIT", "cICP", "bKGD", "pHYs",
  ]

  /// Chunks of an animation, which are removed but do not count as metadata.
  private static let animationChunks: Set<String> = ["acTL", "fcTL", "fdAT"]

  /// Removes all chunks that are not needed to show the image.
  static func strip(
    _ view: ByteView, _ orientation: PhotoOrientation = .upright,
    _ profileByteLimit: Int = MetadataStripper.profileByteLimit
  ) throws(PhotoError) -> StrippedPhoto {
    var bytes = PNGChunks.signature
    bytes.reserveCapacity(view.count)
    let removed = try read(view, profileByteLimit: profileByteLimit) { chunk in
      bytes += chunk
      // The first chunk is the header; the orientation may stand anywhere behind it.
      if orientation != .upright, bytes.count == PNGChunks.signature.count + chunk.count {
        bytes += PNGChunks.chunk("eXIf", EXIF.bytes(orientation))
      }
    }
    return StrippedPhoto(bytes: bytes, removed: removed)
  }

  /// The bytes of an untrusted image for the decoder; those of a PNG without its metadata.
  ///
  /// The decoder holds all texts of a PNG uncompressed, and each may expand to 8 MB.
  static func withoutTexts(_ view: ByteView, _ header: PhotoHeader) throws(PhotoError) -> [UInt8] {
    header.format == .png ? try strip(view).bytes : view.bytes
  }

  /// Summarizes the metadata and calls `keep` with each chunk that is needed to show the image.
  static func read(
    _ view: ByteView, profileByteLimit: Int = MetadataStripper.profileByteLimit,
    keeping keep: (ArraySlice<UInt8>) -> Void = { _ in }
  ) throws(PhotoError) -> MetadataSummary {
    var summary = MetadataSummary()
    var chunks = PNGChunks(view)
    while true {
      let chunk = try chunks.next()
      if chunk.name == "iCCP", chunk.payload.count > profileByteLimit {
        summary.droppedProfileBytes = chunk.payload.count
      } else if imageChunks.contains(chunk.name) || chunk.name == "iCCP" {
        keep(view.bytes[chunk.range])
      } else if !animationChunks.contains(chunk.name) {
        summary.hasMetadata = true
        if hasPosition(view, chunk) { summary.hasLocation = true }
      }
      if chunk.name == "IEND" {
        if chunk.range.upperBound < view.count { summary.hasMetadata = true }
        return summary
      }
    }
  }

  private static func hasPosition(_ view: ByteView, _ chunk: PNGChunks.Chunk) -> Bool {
    switch chunk.name {
    case "eXIf": EXIF(view, in: chunk.payload).hasLocation
    case "tEXt", "iTXt": view.firstIndex(of: "GPSLatitude", in: chunk.payload) != nil
    default: false
    }
  }
}
