/// Checks that a JPEG has coded data for all pixels that its frame claims (ITU-T T.81, annex A).
///
/// The DC coefficient of each 8×8 block of a component takes at least one bit in the first scan with
/// DC data. Without this rule, 738 bytes can claim 250 megapixels.
struct JPEGScanData {
  /// The 8×8 blocks of each component, by its id.
  private var blocks: [UInt8: Int] = [:]
  /// The components without DC data so far.
  private var missing: Set<UInt8> = []

  /// Reads a frame or checks a scan; other segments are ignored.
  ///
  /// Fails with `.damaged` if a scan is too short or there are two frames.
  mutating func add(_ segment: JPEGSegments.Segment, _ view: ByteView) throws(PhotoError) {
    if segment.isFrame {
      guard blocks.isEmpty else { throw .damaged(.jpeg, .structure) }
      try readFrame(view, segment.payload.lowerBound)
    } else if segment.isScan {
      try checkScan(view, segment)
    }
  }

  /// Fails with `.damaged` if a component has no DC data.
  func finish() throws(PhotoError) {
    guard missing.isEmpty else { throw .damaged(.jpeg, .missingData) }
  }

  private mutating func readFrame(_ view: ByteView, _ start: Int) throws(PhotoError) {
    guard let height = view.number(at: start + 1, width: 2),
      let width = view.number(at: start + 3, width: 2), let count = view.byte(at: start + 5)
    else { throw .damaged(.jpeg, .invalidHeader) }
    let components = (0..<Int(count)).compactMap { index -> (id: UInt8, h: Int, v: Int)? in
      guard let id = view.byte(at: start + 6 + 3 * index),
        let sampling = view.byte(at: start + 7 + 3 * index)
      else { return nil }
      return (id, Int(sampling >> 4), Int(sampling & 15))
    }
    let areValid = components.allSatisfy { (1...4).contains($0.h) && (1...4).contains($0.v) }
    guard areValid, let h = components.map(\.h).max(), let v = components.map(\.v).max() else {
      throw .damaged(.jpeg, .invalidHeader)
    }
    for component in components {
      let columns = Self.quotient(width * component.h, 8 * h)
      blocks[component.id] = columns * Self.quotient(height * component.v, 8 * v)
    }
    missing = Set(blocks.keys)
  }

  private mutating func checkScan(
    _ view: ByteView, _ segment: JPEGSegments.Segment
  ) throws(PhotoError) {
    let start = segment.payload.lowerBound
    guard let count = view.byte(at: start).map(Int.init), segment.payload.count >= 4 + 2 * count,
      (1...4).contains(count),
      let spectralStart = view.byte(at: start + 1 + 2 * count),
      let approximation = view.byte(at: start + 3 + 2 * count)
    else { throw .damaged(.jpeg, .invalidHeader) }
    // Other scans of a progressive image add AC coefficients or refine what is there.
    guard spectralStart == 0, approximation >> 4 == 0 else { return }
    let ids = (0..<count).compactMap { view.byte(at: start + 1 + 2 * $0) }
    let bits = 8 * (segment.range.upperBound - segment.payload.upperBound)
    guard ids.reduce(0, { $0 + (blocks[$1] ?? 0) }) <= bits else {
      throw .damaged(.jpeg, .missingData)
    }
    missing.subtract(ids)
  }

  /// The quotient, rounded up.
  private static func quotient(_ number: Int, _ divisor: Int) -> Int {
    (number + divisor - 1) / divisor
  }
}
