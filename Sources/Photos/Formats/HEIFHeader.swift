/// The header of a HEIC or AVIF: the properties of its primary item.

enum HEIFHeader {
  /// Reads the boxes that describe the primary picture; the turn in them is told, though the
  /// decoder applies it by itself.
  static func read(_ view: ByteView, as format: PhotoFormat) throws(PhotoError) -> PhotoHeader {
    let whole = 0..<view.count
    guard let meta = try HEIFBoxes.first("meta", view, in: whole, of: format),
      meta.payload.count >= 4
    else { throw .damaged(format, .missingHeader) }
    // A full box begins with four bytes of version and flags.
    let parts = meta.payload.dropFirst(4)
    guard let primary = try HEIFBoxes.first("pitm", view, in: parts, of: format),
      let properties = try HEIFBoxes.first("iprp", view, in: parts, of: format),
      let container = try HEIFBoxes.first("ipco", view, in: properties.payload, of: format),
      let links = try HEIFBoxes.first("ipma", view, in: properties.payload, of: format),
      let item = item(view, primary.payload)
    else { throw .damaged(format, .missingHeader) }
    var all: [HEIFBoxes.Box] = []
    var boxes = HEIFBoxes(view, in: container.payload)
    while let box = try boxes.next(of: format) { all.append(box) }
    let own = HEIFPropertyAssociations(view, links.payload).properties(of: item)
    let mine = own.compactMap { all.indices.contains($0 - 1) ? all[$0 - 1] : nil }
    var header = try size(view, mine, format)
    header.orientation = orientation(view, mine)
    header.isAnimated = view.holds("avis", at: 8) || view.holds("msf1", at: 8)
    // Transparency is a picture of its own, linked to the primary one.
    header.hasAlpha = all.contains { box in
      box.name == "auxC" && view.firstIndex(of: "alpha", in: box.payload) != nil
    }
    if let depth = mine.first(where: { $0.name == "pixi" })?.payload, depth.count >= 6 {
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

  /// `irot` counts quarter turns counterclockwise; `imir` mirrors.
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
