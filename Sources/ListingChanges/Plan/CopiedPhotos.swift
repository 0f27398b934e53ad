import Foundation
package import MarketWire
import Messages
package import OpenMarketClient
import Photos
package import SellerSession

/// The photos of a listing as its market has them, for a copy of the listing.
package struct CopiedPhotos: Sendable {
  package let client: OpenMarketClient

  package init(client: OpenMarketClient) {
    self.client = client
  }

  /// Downloads the photos of a listing one after the other.
  ///
  /// - Parameter take: called with each photo, so that they need not be in memory together.
  package func read(
    of product: Product, _ take: (ImageUpload) async throws -> Void
  ) async throws {
    for (index, picture) in (product.pictures ?? []).enumerated() {
      do {
        let bytes = try await client.image(at: picture.url)
        let header = try PhotoHeader.read(bytes)
        try await take(
          ImageUpload(
            filename: PictureName.file(of: product, number: index + 1, header),
            mediaType: header.mediaType, bytes: bytes[...]))
      } catch {
        throw CopiedPhotoError(product: product, number: index + 1, cause: error)
      }
    }
  }
}

extension Product {
  /// The number of the photo that represents the listing, from 1.
  package var thumbnailNumber: Int {
    (pictures?.firstIndex { $0.thumbnailURL == thumbnail }).map { $0 + 1 } ?? 1
  }
}

/// Why a photo cannot be copied.
package struct CopiedPhotoError: ReportedError {
  package let product: Product
  package let number: Int
  package let cause: any Error

  package func report(at market: MarketProfile?) -> ErrorReport {
    let reason: Message
    var exitCode = ExitCode.failed
    switch cause {
    case let error as PhotoError: reason = error.message
    default:
      let report = ErrorReport(cause, at: market)
      (reason, exitCode) = (report.message, report.exitCode)
    }
    return ErrorReport(
      """
      photo \(number) of \(product.id) \(product.name) cannot be copied: \(reason); nothing was sent
      """, exitCode: exitCode)
  }
}
