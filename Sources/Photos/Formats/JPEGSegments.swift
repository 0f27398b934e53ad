/// Walks a JPEG from marker to marker without decoding it.

/// The pieces of a JPEG file in order (ITU-T T.81, annex B); each scan is one piece.
struct JPEGSegments {
  /// A marker with everything up to the next one.
  struct Segment {
    let marker: UInt8
    /// From the marker's 0xFF to the end of the piece; for a scan with its coded data.
    let range: Range<Int>
    /// The payload behind the length field; empty for markers without one.
    let payload: Range<Int>

    var isScan: Bool { marker == 0xDA }
    var isEnd: Bool { marker == 0xD9 }
    /// Whether it opens a frame: SOF0 to SOF15 without DHT, JPG and DAC.
    var isFrame: Bool {
      (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
    }
  }

  /// More pieces than this no camera writes; a scan costs a decoder a whole pass.
  static let maxSegments = 4_096

  let view: ByteView
  private var position = 2
  private var seen = 0

  init(_ view: ByteView) { self.view = view }

  /// The next piece; the last one is the end marker, and nothing behind it is looked at.
  ///
  /// Fails with `.truncated` when the bytes end before the end marker. A reader of headers passes
  /// false and gets a scan without its coded data, which it then must not walk on from.
  mutating func next(withinScan: Bool = true) throws(PhotoError) -> Segment {
    seen += 1
    guard seen <= Self.maxSegments else { throw .damaged(.jpeg, .tooManyParts) }
    let start = position
    guard let lead = view.byte(at: start) else { throw truncated }
    guard lead == 0xFF else { throw .damaged(.jpeg, .structure) }
    // Any number of fill bytes may stand before a marker (B.1.1.2).
    var code = start + 1
    while view.byte(at: code) == 0xFF { code += 1 }
    guard let marker = view.byte(at: code) else { throw truncated }
    if marker == 0xD9 || marker == 0x01 || (0xD0...0xD7).contains(marker) {
      position = code + 1
      return Segment(marker: marker, range: start..<code + 1, payload: code + 1..<code + 1)
    }
    guard marker >= 0xC0, marker != 0xD8 else { throw .damaged(.jpeg, .structure) }
    guard let length = view.number(at: code + 1, width: 2) else { throw truncated }
    guard length >= 2 else { throw .damaged(.jpeg, .structure) }
    let end = code + 1 + length
    guard end <= view.count else { throw truncated }
    position = marker == 0xDA && withinScan ? try scanEnd(from: end) : end
    return Segment(marker: marker, range: start..<position, payload: code + 3..<end)
  }

  private var truncated: PhotoError { .truncated(.jpeg, bytes: view.count) }

  /// The end of a scan's coded data: the next marker that is neither stuffing nor a restart.
  private func scanEnd(from start: Int) throws(PhotoError) -> Int {
    var position = start
    while let found = view.firstIndex(of: 0xFF, in: position..<max(position, view.count)) {
      guard let next = view.byte(at: found + 1) else { break }
      if next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) { return found }
      position = next == 0xFF ? found + 1 : found + 2
    }
    throw truncated
  }
}
