package import Batches
import Foundation
import MarketRender
import MarketWire
import Messages
package import OpenMarketClient
package import SellerSession

/// Keeps copies of the photos of listings before they are removed, so that a removal can be undone.
package struct PhotoCopies: Sendable {
  package let client: OpenMarketClient
  package let folder: BatchFolder

  package init(client: OpenMarketClient, folder: BatchFolder) {
    self.client = client
    self.folder = folder
  }

  /// Returns the change with copies of the photos that it removes, with a listing or without. A removal
  /// gets all fields, too, which rows of a list do not have.
  ///
  /// - Throws: ``PhotoCopyError`` if a photo cannot be read.
  package func keeping(_ change: PlannedChange) async throws -> PlannedChange {
    var change = change
    for (index, request) in change.requests.enumerated() {
      guard let id = request.losingPhotos, id > 0 else { continue }
      do {
        let product = try await client.product(id).value
        change.requests[index] = request.keeping(try await copies(of: product), of: product)
      } catch let error as ClientError where error.code == .notFound && error.operation == .show {
        // The step finds out that the listing does not exist any more.
        continue
      } catch {
        throw PhotoCopyError(
          listing: id, name: change.name, isRemoved: change.removesListing, cause: error)
      }
    }
    return change
  }

  /// Keeps the copies for several changes, some at the same time.
  package func keeping(
    _ changes: [PlannedChange], onEach: () -> Void
  ) async throws -> [PlannedChange] {
    var kept = changes
    try await withThrowingTaskGroup(of: (Int, PlannedChange).self) { group in
      var next = 0
      func start() {
        guard next < changes.count else { return }
        let index = next
        next += 1
        group.addTask { (index, try await keeping(changes[index])) }
      }
      for _ in 0..<4 { start() }
      while let (index, change) = try await group.next() {
        kept[index] = change
        onEach()
        start()
      }
    }
    return kept
  }

  private func copies(of product: Product) async throws -> [StepPhoto] {
    var copies: [StepPhoto] = []
    for (index, picture) in (product.pictures ?? []).enumerated() {
      let bytes = try await client.image(at: picture.url)
      let isPNG = bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
      copies.append(
        StepPhoto(
          digest: try folder.store(bytes), filename: "\(index + 1).\(isPNG ? "png" : "jpg")",
          mediaType: isPNG ? "image/png" : "image/jpeg",
          isThumbnail: picture.thumbnailURL == product.thumbnail))
    }
    return copies
  }
}

extension BatchStep.Change {
  /// The listing whose photos it removes; nil if they stay.
  fileprivate var losingPhotos: Int? {
    switch self {
    case .remove(.listing(let id), _, _), .setPhotos(.listing(let id), _, _, _, _): id
    case .create, .edit, .setPhotos, .chooseThumbnail, .remove: nil
    }
  }

  fileprivate func keeping(_ copies: [StepPhoto], of product: Product) -> BatchStep.Change {
    switch self {
    case .remove(let target, let planned, _):
      // An earlier change of the same plan may change the listing first.
      var before = ListingContent(product).changed(by: planned.fields)
      before.photoCount = planned.photoCount ?? before.photoCount
      return .remove(target, before: before, photos: copies)
    case .setPhotos(let target, var before, let order, let photos, _):
      // A row of a list has no photos.
      let now = ListingContent(product)
      before.photoCount = before.photoCount ?? now.photoCount
      before.photoIDs = before.photoIDs ?? now.photoIDs
      return .setPhotos(target, before: before, order: order, photos: photos, copies: copies)
    case .create, .edit, .chooseThumbnail: return self
    }
  }
}

/// Why the photos of a listing cannot be kept.
package struct PhotoCopyError: ReportedError {
  package let listing: Int
  package let name: String
  /// Whether the listing was to be removed, and not only its photos.
  package let isRemoved: Bool
  package let cause: any Error

  package func report(at market: MarketProfile?) -> ErrorReport {
    var report = ErrorReport(cause, at: market)
    // Without the market nothing can be removed either.
    if (cause as? ClientError)?.isUnreachable != true {
      report = ErrorReport(
        """
        the photos of \(listing) \(name) cannot be kept, so this could not be undone: \
        \(report.message)
        """, suggestions: [isRemoved ? "remove \(listing) --no-keep" : "--no-keep"],
        exitCode: report.exitCode)
    }
    report.details.append("nothing was sent")
    return report
  }
}
