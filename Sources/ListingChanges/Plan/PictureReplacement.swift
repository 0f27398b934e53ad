import Batches
package import CommandLanguage
package import Formatting
import Foundation
import MarketRender
package import MarketWire
package import Messages
package import SellerSession

/// The reason why a listing was not replaced, or not completely.
///
/// The old listing still exists, unless the outcome of its removal is unknown.
package struct ReplacementFailure: Error {
  package enum Stage: Hashable, Sendable {
    /// The new listing was added but could not be read back.
    case looking
    /// The new listing differs from what was sent, in these members.
    case comparing([Message])
    /// The old listing was changed in the meantime, in these members.
    case oldChanged([Message])
    /// The thumbnail of the new listing was not set.
    case thumbnail(Int)
    case removing
  }

  package let stage: Stage
  package let old: Product
  package let new: Product?
  /// The code for the new listing.
  package let code: String?
  /// The underlying error, if there is one.
  package let cause: (any Error)?
}

/// A copy of a listing with new pictures, since markets cannot change the pictures of a listing.
///
/// 1. Everything is checked before anything is sent.
/// 2. The old listing is removed last, if the new one is what was sent and nobody changed the old one.
/// 3. A failure leaves both listings or only the old one, never none.
package struct PictureReplacement: Sendable {
  package let plan: EditPlan
  package let fields: ListingFields
  package let photos: [ListingPhoto]
  /// The number of the photo that represents the listing, from 1.
  package let thumbnail: Int
  /// A code for the new listing, instead of the code of the old one.
  package let code: String?

  private var old: Product { plan.before }

  /// - Parameters:
  ///   - plan: The other changes.
  ///   - photos: The typed paths of the new photos.
  /// - Throws: An error with all faults of the new listing.
  package init(
    _ plan: EditPlan, photos images: [PhotoPath], _ options: PhotoOptions, thumbnail: Int,
    code: String?, _ money: MoneyText, in files: PhotoFiles
  ) async throws {
    self.plan = plan
    self.code = code
    self.thumbnail = thumbnail
    let after = plan.after
    let fields = ListingFields(copying: after)
    self.fields = fields
    var faults = fields.unknownMembers.map { member in
      ListingFault.rule(
        """
        the \(formatted: member) of \(after.id) is not known, so it cannot be copied: add \
        `\(command: "--\(member)")`
        """)
    }
    let paths = try images.flatMap { try files.paths(of: $0.path) }
    if faults.isEmpty {
      faults = ListingLimits.violations(in: fields, imageCount: paths.count)
        .map { broken in
          ListingFault(
            broken, of: broken.member == "images" ? nil : after.id, in: after.currency ?? .unknown,
            money)
        }
    }
    if thumbnail > paths.count, ListingLimits.imageCount.contains(paths.count) {
      faults.append(.noSuchThumbnail(thumbnail, photos: paths.count))
    }
    let isCountFine = ListingLimits.imageCount.contains(paths.count)
    let outcomes = isCountFine ? await files.photos(paths, options) : []
    for case .failure(let fault) in outcomes { faults.append(.photo(fault)) }
    guard faults.isEmpty else { throw InvalidListing(faults) }
    self.photos = outcomes.compactMap { try? $0.get() }
  }
}

extension ListingContent {
  /// The names of the fields with other values.
  func differences(from other: ListingContent) -> [Message] {
    let fields: [(Message, ListingFields)] = [
      (.listingName, ListingFields(name: "")), ("description", ListingFields(description: "")),
      ("price", ListingFields(price: 0)), ("currency", ListingFields(currency: .unknown)),
      ("discount", ListingFields(discount: 0)), ("stock", ListingFields(stock: 0)),
    ]
    let names = fields.filter { !agrees(with: other, in: $0.1) }.map(\.0)
    let hasOtherPhotos =
      !ListingContent(ListingFields(), photoCount: photoCount)
      .agrees(with: ListingContent(ListingFields(), photoCount: other.photoCount))
    return hasOtherPhotos ? names + ["photos"] : names
  }
}

extension PictureReplacement {
  /// The change: the new listing, its thumbnail, and last the removal of the old one.
  package func change(oldCode: String?) -> PlannedChange {
    var requests: [BatchStep.Change] = [.create(fields, photos: [])]
    if thumbnail > 1 { requests.append(.chooseThumbnail(.step(0), photo: thumbnail)) }
    requests.append(.remove(.listing(old.id), before: ListingContent(old)))
    let code = code ?? oldCode
    return PlannedChange(
      .replaced, before: old, requests: requests, photos: photos,
      code: code.map { BatchStep.CodeChange(before: oldCode, after: $0) },
      notes: photos.summaries)
  }
}
