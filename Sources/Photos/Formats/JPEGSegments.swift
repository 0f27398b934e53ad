/// The segments of a JPEG file, in order and without decoding it (ITU-T T.81, annex B).
///
/// Each scan is one segment.
struct JPEGSegments {
  /// A marker with everything up to the next marker.
  struct Segment {
    let marker: UInt8
    /// From the marker's 0xFF to the end of the segment, including the coded data of a scan.
    let range: Range<Int>
    /// The payload after the length field; empty for markers without a length.
    let payload: Range<Int>

    var isScan: Bool { marker == 0xDA }
    var isEnd: Bool { marker == 0xD9 }
    /// Whether it starts a frame: SOF0 to SOF15 without DHT, JPG and DAC.
    var isFrame: Bool {
      (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
    }
  }

  /// The maximum number of segments. Cameras write far fewer, and each scan costs a decoder a pass
  /// over the whole image.
  static let maxSegments = 4_096

  let view: ByteView
  private var position = 2
  private var segmentCount = 0

  init(_ view: ByteView) { self.view = view }

  /// Returns the next segment. The last one is the end marker; data after it is ignored.
  ///
  /// Fails with `.truncated` if the bytes end before the end marker.
  ///
  /// - Parameter withinScan: Whether to include the coded data of a scan. With false, the caller
  ///   must stop at the first scan.
  mutating func next(withinScan: Bool = true) throws(PhotoError) -> Segment {
    segmentCount += 1
    guard segmentCount <= Self.maxSegments else { throw .damaged(.jpeg, .tooManyParts) }
    let start = position
    guard let first = view.byte(at: start) else { throw truncated }
    guard first == 0xFF else { throw .damaged(.jpeg, .structure) }
    // Any number of fill bytes may precede a marker (B.1.1.2).
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

  /// The end of a scan's coded data: the next marker that is neither a stuffed byte nor a restart
  /// marker.
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
