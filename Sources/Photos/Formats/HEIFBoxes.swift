/// The boxes that HEIC and AVIF files are made of.

/// The boxes in a part of a file, in order (ISO/IEC 14496-12, section 4.2).
struct HEIFBoxes {
  /// One box with its four letters.
  struct Box {
    let name: String
    let payload: Range<Int>
  }

  /// More boxes than this stand in no photo.
  static let maxBoxes = 65_536

  private let view: ByteView
  private let end: Int
  private var position: Int
  private var seen = 0

  init(_ view: ByteView, in range: Range<Int>) {
    self.view = view
    position = range.lowerBound
    end = range.upperBound
  }

  /// The next box, nil behind the last. A box that goes past the part is `.truncated`.
  mutating func next(of format: PhotoFormat) throws(PhotoError) -> Box? {
    guard position < end else { return nil }
    seen += 1
    guard seen <= Self.maxBoxes else { throw .damaged(format, .tooManyParts) }
    guard end - position >= 8, let small = view.number(at: position, width: 4) else {
      throw .truncated(format, bytes: view.count)
    }
    let name = String(decoding: view.bytes[position + 4..<position + 8], as: UTF8.self)
    var (lead, length) = (8, small)
    if small == 0 { length = end - position }
    if small == 1 {
      // 64-bit length: the first byte of one that fits any file is zero.
      guard view.byte(at: position + 8) == 0, let large = view.number(at: position + 9, width: 7)
      else { throw .truncated(format, bytes: view.count) }
      (lead, length) = (16, large)
    }
    guard length >= lead else { throw .damaged(format, .structure) }
    guard length <= end - position else { throw .truncated(format, bytes: view.count) }
    defer { position += length }
    return Box(name: name, payload: position + lead..<position + length)
  }

  /// The first box of this name, or nil.
  static func first(
    _ name: String, _ view: ByteView, in range: Range<Int>, of format: PhotoFormat
  ) throws(PhotoError) -> Box? {
    var boxes = HEIFBoxes(view, in: range)
    while let box = try boxes.next(of: format) {
      if box.name == name { return box }
    }
    return nil
  }

  /// HEIC or AVIF by the brands in the first box (ISO/IEC 23008-12), nil for films and others.
  static func format(_ view: ByteView) -> PhotoFormat? {
    guard view.holds("ftyp", at: 4), let length = view.number(at: 0, width: 4), length >= 12
    else { return nil }
    let places = [8] + Array(stride(from: 16, to: min(length, view.count, 256), by: 4))
    func names(_ brands: [String]) -> Bool {
      places.contains { place in brands.contains { view.holds($0, at: place) } }
    }
    if names(["avif", "avis"]) { return .avif }
    return names(["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1"]) ? .heic : nil
  }
}
