import Testing

@testable import Photos

@Suite(.timeLimit(.minutes(60))) struct JPEGScanDataTests {
  /// A progressive image of three components in one DC scan.
  private func progressive(_ side: Int, missing: Int = 0) -> JPEGBuilder {
    var photo = JPEGBuilder(width: side, height: side, frame: 0xC2)
    let needed = JPEGBuilder.needed(width: side, height: side)
    photo.scans = [.init(spectrum: (0, 0), bytes: needed - missing)]
    return photo
  }

  @Test func `one bit per block suffices, and the image can be decoded`() throws {
    let photo = progressive(640).bytes
    #expect(try PhotoCheck.check(photo).pixels == 640 * 640)
    #expect(try Thumbnail.make(from: photo).width == 320)
  }

  @Test func `a small file that claims many pixels is rejected before decoding`() {
    for bomb in [progressive(640, missing: 1), progressive(7_000, missing: 95_000 * 3)] {
      #expect(throws: PhotoError.damaged(.jpeg, .missingData)) { try PhotoCheck.check(bomb.bytes) }
      #expect(throws: PhotoError.damaged(.jpeg, .missingData)) {
        try Thumbnail.make(from: bomb.bytes)
      }
    }
  }

  /// A mutant of a structure, and whether it has data for all its blocks.
  struct Mutant: Sendable, CustomStringConvertible {
    let description: String
    var isComplete = false
    let photo: JPEGBuilder

    init(
      _ description: String, isComplete: Bool = false, frame: UInt8 = 0xC0,
      sampling: [UInt8] = [0x11, 0x11, 0x11], scans: [JPEGBuilder.Scan], width: Int = 64,
      height: Int = 64
    ) {
      self.description = description
      self.isComplete = isComplete
      photo = JPEGBuilder(
        width: width, height: height, frame: frame, sampling: sampling, scans: scans)
    }
  }

  /// 64 × 64 pixels are 64 blocks, 8 bytes of one bit each, for every component.
  static let mutants = [
    Mutant("baseline", isComplete: true, scans: [.init(bytes: 24)]),
    Mutant("baseline, a byte short", scans: [.init(bytes: 23)]),
    Mutant("no data at all", scans: [.init(bytes: 0)]),
    Mutant("no scan", scans: []),
    Mutant("gray", isComplete: true, sampling: [0x11], scans: [.init(components: [0], bytes: 8)]),
    Mutant("wide", scans: [.init(bytes: 24)], width: 65_500),
    Mutant("high", scans: [.init(bytes: 24)], height: 65_500),
    Mutant(
      "colors at a quarter", isComplete: true, sampling: [0x22, 0x11, 0x11],
      scans: [.init(bytes: 12)]),
    Mutant(
      "one scan per component", isComplete: true,
      scans: (0..<3).map { .init(components: [$0], bytes: 8) }),
    Mutant("no scan for a component", scans: (0..<2).map { .init(components: [$0], bytes: 8) }),
    Mutant(
      "a component without data",
      scans: (0..<3).map { .init(components: [$0], bytes: $0 == 1 ? 7 : 24) }),
    Mutant(
      "only details", frame: 0xC2, scans: [.init(components: [0], spectrum: (1, 63), bytes: 99)]),
    Mutant(
      "only refinement", frame: 0xC2,
      scans: [.init(spectrum: (0, 0), approximation: 0x10, bytes: 99)]),
    Mutant(
      "few details", isComplete: true, frame: 0xC2,
      scans: [.init(spectrum: (0, 0), bytes: 24)]
        + (0..<3).map { .init(components: [$0], spectrum: (1, 63), bytes: 1) }),
    Mutant(
      "more components than listed", frame: 0xC2,
      scans: [.init(components: Array(0..<200), spectrum: (0, 0), bytes: 24)]),
    Mutant("sampling of 0", sampling: [0x11, 0x01, 0x11], scans: [.init(bytes: 99)]),
    Mutant("sampling of 15", sampling: [0x11, 0xF1, 0x11], scans: [.init(bytes: 99)]),
  ]

  @Test(arguments: mutants)
  func `each block of each component needs a bit`(_ mutant: Mutant) {
    let error: PhotoError?
    do throws(PhotoError) {
      _ = try PhotoCheck.check(mutant.photo.bytes)
      error = nil
    } catch let found { error = found }
    if mutant.isComplete {
      #expect(error == nil, "\(mutant)")
    } else {
      let expected: [PhotoError] = [
        .damaged(.jpeg, .missingData), .damaged(.jpeg, .invalidHeader),
        .damaged(.jpeg, .missingHeader),
      ]
      #expect(error.map(expected.contains) == true, "\(mutant): \(String(describing: error))")
    }
  }

  @Test func `a second frame is rejected`() {
    var photo = JPEGBuilder(scans: [.init(bytes: 24)])
    photo.extra = photo.segment(0xC0, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])
    #expect(throws: PhotoError.damaged(.jpeg, .structure)) { try PhotoCheck.check(photo.bytes) }
  }

  @Test func `the market accepts 50 megapixels of any kind`() throws {
    var photo = JPEGBuilder(width: 10_000, height: 5_000)
    photo.scans = [.init(bytes: JPEGBuilder.needed(width: 10_000, height: 5_000))]
    #expect(try PhotoCheck.check(photo.bytes, limits: .market).pixels == 50_000_000)
    photo.height = 5_001
    #expect(throws: PhotoError.tooManyPixels(width: 10_000, height: 5_001, limit: 50_000_000)) {
      try PhotoCheck.check(photo.bytes, limits: .market)
    }
  }
}
