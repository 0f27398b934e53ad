package import Batches
package import MarketWire
import OpenMarketClient
import SellerSession

extension CopiedPhotos {
  /// The changes that add copies of listings, with their photos stored in the folder of a batch. A few
  /// listings are read at the same time.
  ///
  /// - Parameter onEach: called with the number of listings that were read.
  package func stored(
    of products: [Product], for changes: [PlannedChange], in folder: BatchFolder,
    onEach: (Int) -> Void
  ) async throws -> [PlannedChange] {
    var complete = changes
    try await withThrowingTaskGroup(of: (Int, [StepPhoto]).self) { group in
      var (next, done) = (0, 0)
      func start() {
        guard next < products.count else { return }
        let index = next
        next += 1
        group.addTask { (index, try await stored(of: products[index], in: folder)) }
      }
      for _ in 0..<4 { start() }
      while let (index, photos) = try await group.next() {
        complete[index].requests[0] = .create(changes[index].fields, photos: photos)
        done += 1
        onEach(done)
        start()
      }
    }
    return complete
  }

  private func stored(of product: Product, in folder: BatchFolder) async throws -> [StepPhoto] {
    var photos: [StepPhoto] = []
    try await read(of: product) { upload in
      photos.append(
        StepPhoto(
          digest: try folder.store(Array(upload.bytes)), filename: upload.filename,
          mediaType: upload.mediaType))
    }
    return photos
  }
}
