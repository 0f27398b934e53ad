/// The boxes of a HEIC or AVIF file, in order (ISO/IEC 14496-12, section 4.2).
struct HEIFBoxes {
  /// A box with its four-character name.
  struct Box {
    let name: String
    let payload: Range<Int>
  }

  /// The maximum number of boxes; photos have far fewer.
  static let maxBoxes = 65_536

  private let view: ByteView
  private let end: Int
  private var position: Int
  private var boxCount = 0

  init(_ view: ByteView, in range: Range<Int>) {
    self.view = view
    position = range.lowerBound
    end = range.upperBound
  }

  /// Returns the next box, or nil after the last one.
  ///
  /// Fails with `.truncated` if a box exceeds the range.
  mutating func next(of format: PhotoFormat) throws(PhotoError) -> Box? {
    guard position < end else { return nil }
    boxCount += 1
    guard boxCount <= Self.maxBoxes else { throw .damaged(format, .tooManyParts) }
    guard end - position >= 8, let small = view.number(at: position, width: 4) else {
      throw .truncated(format, bytes: view.count)
    }
    let name = String(decoding: view.bytes[position + 4..<position + 8], as: UTF8.self)
    var (headerLength, length) = (8, small)
    if small == 0 { length = end - position }
    if small == 1 {
      // A 64-bit length. Its first byte is zero for every real file.
      guard view.byte(at: position + 8) == 0, let large = view.number(at: position + 9, width: 7)
      else { throw .truncated(format, bytes: view.count) }
      (headerLength, length) = (16, large)
    }
    guard length >= headerLength else { throw .damaged(format, .structure) }
    guard length <= end - position else { throw .truncated(format, bytes: view.count) }
    defer { position += length }
    return Box(name: name, payload: position + headerLength..<position + length)
  }

  /// Returns the first box with the name, or nil.
  static func first(
    _ name: String, _ view: ByteView, in range: Range<Int>, of format: PhotoFormat
  ) throws(PhotoError) -> Box? {
    var boxes = HEIFBoxes(view, in: range)
    while let box = try boxes.next(of: format) {
      if box.name == name { return box }
    }
    return nil
  }

  /// HEIC or AVIF according to the brands in the first box (ISO/IEC 23008-12), nil for videos and
  /// others.
  static func format(_ view: ByteView) -> PhotoFormat? {
    guard view.contains("ftyp", at: 4), let length = view.number(at: 0, width: 4), length >= 12
    else { return nil }
    let offsets = [8] + Array(stride(from: 16, to: min(length, view.count, 256), by: 4))
    func hasBrand(_ brands: [String]) -> Bool {
      offsets.contains { offset in brands.contains { view.contains($0, at: offset) } }
    }
    if hasBrand(["avif", "avis"]) { return .avif }
    return hasBrand(["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1"]) ? .heic : nil
  }
}
