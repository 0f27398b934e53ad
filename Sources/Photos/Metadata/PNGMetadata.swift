/// What of a PNG is picture and what is notes.

enum PNGMetadata {
  /// Chunks that change how pixels look. Those of an animation are not among them: its first
  /// picture stands in `IDAT`.
  private static let pictureChunks: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "sRGB", "sBIT", "cICP", "bKGD", "pHYs",
  ]

  /// Chunks of an animation, which goes without being notes.
  private static let animationChunks: Set<String> = ["acTL", "fcTL", "fdAT"]

  /// The chunks that make the picture, in order, and what the others tell.
  static func strip(_ view: ByteView) throws(PhotoError) -> StrippedPhoto {
    var kept = PNGChunks.signature
    kept.reserveCapacity(view.count)
    let notes = try read(view) { kept += $0 }
    return StrippedPhoto(bytes: kept, removed: notes)
  }

  /// What the other chunks tell, with those that make the picture handed on in their order.
  static func read(
    _ view: ByteView, keeping keep: (ArraySlice<UInt8>) -> Void = { _ in }
  ) throws(PhotoError) -> MetadataSummary {
    var notes = MetadataSummary()
    var chunks = PNGChunks(view)
    while true {
      let chunk = try chunks.next()
      if chunk.name == "iCCP", chunk.payload.count > MetadataStripper.profileByteLimit {
        notes.droppedProfileBytes = chunk.payload.count
      } else if pictureChunks.contains(chunk.name) || chunk.name == "iCCP" {
        keep(view.bytes[chunk.range])
      } else if !animationChunks.contains(chunk.name) {
        notes.hasMetadata = true
        if hasPosition(view, chunk) { notes.hasLocation = true }
      }
      if chunk.name == "IEND" {
        if chunk.range.upperBound < view.count { notes.hasMetadata = true }
        return notes
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
