import Dispatch
import MarketService
import Synchronization

/// The comparison of listings that were moved, on another thread while more are moved.
///
/// It compares all rows, and the hashes of all pictures.
final class MoveComparison: Sendable {
  private let target: any MarketStore
  private let queue = DispatchQueue(label: "market.move.comparison")
  private let failure = Mutex<(any Error)?>(nil)

  init(with target: any MarketStore) {
    self.target = target
  }

  /// Starts to compare the next listings of the source with those in the target.
  ///
  /// - Parameters:
  ///   - id: the id of the last listing before them.
  ///   - hashes: the SHA-256 hashes of their picture files that were not compared yet.
  /// - Throws: the error of the previous comparison, which has ended; `.moveDiffers`.
  func start(
    _ products: [StoredProduct], after id: Int, _ hashes: [PicturePath: [UInt8]]
  ) throws {
    try finish()
    queue.async { [self] in
      do { try compare(products, after: id, hashes) } catch { failure.withLock { $0 = error } }
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

  private func compare(
    _ products: [StoredProduct], after id: Int, _ hashes: [PicturePath: [UInt8]]
  ) throws {
    guard try target.products(after: id, limit: products.count) == products,
      try target.pictureHashes(Array(hashes.keys)) == hashes
    else { throw ServiceError.moveDiffers }
  }
}
