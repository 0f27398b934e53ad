import Dispatch
import MarketService
import Synchronization

/// The comparison of listings that were moved, on another thread while more are moved.
///
/// It compares all rows, and the hashes of all pictures as each store computes them.
final class MoveComparison: Sendable {
  private let source: any MarketStore
  private let target: any MarketStore
  private let queue = DispatchQueue(label: "market.move.comparison")
  private let failure = Mutex<(any Error)?>(nil)

  init(source: any MarketStore, target: any MarketStore) {
    self.source = source
    self.target = target
  }

  /// Starts to compare the next listings of the source with those in the target.
  ///
  /// - Parameters:
  ///   - id: the id of the last listing before them.
  ///   - files: the picture files of the listings that were not compared yet.
  /// - Throws: the error of the previous comparison, which has ended; `.moveDiffers`.
  func start(_ products: [StoredProduct], after id: Int, files: [String]) throws {
    try finish()
    queue.async { [self] in
      do { try compare(products, after: id, files.compactMap(PicturePath.init(text:))) } catch {
        failure.withLock { $0 = error }
      }
    }
  }

  /// Ends the comparison; `id` is that of the last listing of the source.
  func end(after id: Int) throws {
    try finish()
    guard try target.products(after: id, limit: 1).isEmpty else { throw ServiceError.moveDiffers }
  }

  /// Waits for the comparison that runs.
  func wait() { queue.sync {} }

  private func finish() throws {
    wait()
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  private func compare(_ products: [StoredProduct], after id: Int, _ files: [PicturePath]) throws {
    guard try target.products(after: id, limit: products.count) == products,
      try target.pictureHashes(files) == source.pictureHashes(files)
    else { throw ServiceError.moveDiffers }
  }
}
