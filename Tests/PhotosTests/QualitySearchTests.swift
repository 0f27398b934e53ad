import Foundation
import Testing

@testable import Photos

@Suite(.timeLimit(.minutes(60))) struct QualitySearchTests {
  /// Sizes in bytes as functions of the quality.
  private static let sizes: [@Sendable (Int) -> Int] = [
    { Int(20_000 * exp(Double($0) / 20)) }, { 1_000 * $0 }, { $0 * $0 * $0 },
    { $0 < 80 ? 10 : 10_000_000 }, { $0 < 91 ? 1 : .max }, { _ in 5 }, { $0 == 60 ? 0 : 900_000 },
  ]

  @Test(arguments: 0..<7, [1, 6, 50_000, 300_000, 800_000, 2_000_000])
  func `the search finds the highest quality that fits in few steps`(_ index: Int, _ limit: Int) {
    let bytes = Self.sizes[index]
    // The caller tries both ends before the search.
    guard bytes(60) <= limit, bytes(92) > limit else { return }
    var search = QualitySearch(limit: limit, fits: (60, bytes(60)), tooLarge: (92, bytes(92)))
    var (best, tries) = (60, 0)
    while let quality = search.next, tries < 50 {
      if search.record(bytes(quality)) { best = quality }
      tries += 1
    }
    #expect(best == (60...92).last { bytes($0) <= limit })
    #expect(tries <= 8)
    if index == 0 { #expect(tries <= 3) }
  }
}
