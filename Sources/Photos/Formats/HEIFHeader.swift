/// The header of a HEIC or AVIF image: the properties of its primary item.
enum HEIFHeader {
  /// Reads the boxes that describe the primary image.
  ///
  /// The orientation is reported although the decoder applies it itself.
  static func read(_ view: ByteView, as format: PhotoFormat) throws(PhotoError) -> PhotoHeader {
    let whole = 0..<view.count
    guard let meta = try HEIFBoxes.first("meta", view, in: whole, of: format),
      meta.payload.count >= 4
    else { throw .damaged(format, .missingHeader) }
    // A full box starts with four bytes of version and flags.
    let parts = meta.payload.dropFirst(4)
    guard let primary = try HEIFBoxes.first("pitm", view, in: parts, of: format),
      let group = try HEIFBoxes.first("iprp", view, in: parts, of: format),
      let container = try HEIFBoxes.first("ipco", view, in: group.payload, of: format),
      let associations = try HEIFBoxes.first("ipma", view, in: group.payload, of: format),
      let item = item(view, primary.payload)
    else { throw .damaged(format, .missingHeader) }
    var allProperties: [HEIFBoxes.Box] = []
    var boxes = HEIFBoxes(view, in: container.payload)
    while let box = try boxes.next(of: format) { allProperties.append(box) }
    let indices = HEIFPropertyAssociations(view, associations.payload).properties(of: item)
    let properties = indices.compactMap {
      allProperties.indices.contains($0 - 1) ? allProperties[$0 - 1] : nil
    }
    var header = try size(view, properties, format)
    header.orientation = orientation(view, properties)
    header.isAnimated = view.contains("avis", at: 8) || view.contains("msf1", at: 8)
    // Transparency is a separate image that is linked to the primary one.
    header.hasAlpha = allProperties.contains { box in
      box.name == "auxC" && view.firstIndex(of: "alpha", in: box.payload) != nil
    }
    if let depth = properties.first(where: { $0.name == "pixi" })?.payload, depth.count >= 6 {
      header.bitDepth = Int(view.byte(at: depth.lowerBound + 5) ?? 8)
    }
    return header
  }

  private static func item(_ view: ByteView, _ primary: Range<Int>) -> Int? {
    let width = view.byte(at: primary.lowerBound) == 0 ? 2 : 4
    return view.number(at: primary.lowerBound + 4, width: width)
  }

  private static func size(
    _ view: ByteView, _ properties: [HEIFBoxes.Box], _ format: PhotoFormat
  ) throws(PhotoError) -> PhotoHeader {
    guard let extent = properties.first(where: { $0.name == "ispe" })?.payload,
      extent.count >= 12, let width = view.number(at: extent.lowerBound + 4, width: 4),
      let height = view.number(at: extent.lowerBound + 8, width: 4)
    else { throw .damaged(format, .missingHeader) }
    return PhotoHeader(format: format, width: width, height: height)
  }

  /// The orientation in `irot` (counterclockwise quarter turns) and `imir` (mirroring).
  private static func orientation(
    _ view: ByteView, _ properties: [HEIFBoxes.Box]
  ) -> PhotoOrientation {
    let turns = properties.first { $0.name == "irot" }
      .flatMap { view.byte(at: $0.payload.lowerBound) }
    let isMirrored = properties.contains { $0.name == "imir" }
    switch (turns ?? 0) & 3 {
    case 1: return isMirrored ? .transposed : .quarterCounterclockwise
    case 2: return isMirrored ? .upsideDownMirrored : .upsideDown
    case 3: return isMirrored ? .transversed : .quarterClockwise
    default: return isMirrored ? .mirrored : .upright
    }
  }
}
