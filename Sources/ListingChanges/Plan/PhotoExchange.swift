package import Batches
package import CommandLanguage
package import Formatting
import Foundation
package import MarketRender
import MarketWire
import Messages
import OpenMarketClient
package import SellerSession

/// Other photos for a listing that keeps its id and its link, at a market that can exchange them.
package struct PhotoExchange: Sendable {
  package let plan: EditPlan
  /// The photos afterwards: the ids of those that stay, and nil for the next new one.
  let order: [Int?]
  package let photos: [ListingPhoto]
  /// The number of the photo that represents the listing afterwards, from 1.
  let thumbnail: Int

  /// - Parameters:
  ///   - plan: The other changes.
  ///   - removed: The numbers of the photos that go, from 1; nil if all go.
  ///   - images: The typed paths of the new photos, which come last.
  ///   - thumbnail: The number of the thumbnail afterwards; nil is the present one, or the first.
  /// - Throws: ``InvalidListing`` with all faults.
  package init(
    _ plan: EditPlan, removing removed: [Int]?, adding images: [PhotoPath],
    _ options: PhotoOptions, thumbnail: Int?, _ money: MoneyText, in files: PhotoFiles
  ) async throws {
    self.plan = plan
    let listing = plan.before
    let pictures = listing.pictures ?? []
    var faults: [ListingFault] = (removed ?? []).filter { !pictures.indices.contains($0 - 1) }
      .map { .noSuchPhoto($0, of: listing.id, count: pictures.count) }
    let staying = pictures.enumerated().filter { removed?.contains($0.offset + 1) == false }
      .map(\.element)
    if staying.contains(where: { $0.id == nil }) {
      faults.append(
        .rule("its photos change earlier in this file; change all of them in one command"))
    }
    let paths = try images.flatMap { try files.paths(of: $0.path) }
    let count = staying.count + paths.count
    if removed != nil, !ListingLimits.imageCount.contains(count) {
      faults.append(.rule("a listing has 1 to 5 photos, and this would leave \(count)"))
    } else if let broken = ListingLimits.violation(imageCount: count) {
      faults.append(ListingFault(broken, of: nil, in: listing.currency ?? .unknown, money))
    } else if let thumbnail, thumbnail > count {
      faults.append(.noSuchThumbnail(thumbnail, photos: count))
    }
    let outcomes = faults.isEmpty ? await files.photos(paths, options) : []
    for case .failure(let fault) in outcomes { faults.append(.photo(fault)) }
    guard faults.isEmpty else { throw InvalidListing(faults) }
    photos = outcomes.compactMap { try? $0.get() }
    order = staying.map(\.id) + photos.map { _ in nil }
    let present = staying.firstIndex { $0.thumbnailURL == listing.thumbnail }.map { $0 + 1 }
    self.thumbnail = thumbnail ?? present ?? 1
  }

  /// The change: the other fields, the photos, and last the thumbnail.
  package func change(_ code: BatchStep.CodeChange?) -> PlannedChange {
    let listing = plan.before
    var requests: [BatchStep.Change] = []
    if !plan.fields.isEmpty || code != nil {
      requests.append(
        .edit(.listing(listing.id), before: ListingContent(listing), after: plan.fields))
    }
    requests.append(
      .setPhotos(
        .listing(listing.id), before: ListingContent(listing), order: order, photos: []))
    if thumbnail > 1 {
      requests.append(.chooseThumbnail(.listing(listing.id), photo: thumbnail))
    }
    var change = PlannedChange(
      .changed, before: listing, requests: requests, photos: photos, code: code,
      notes: photos.summaries)
    change.lessensDiscount = plan.lessensDiscount
    return change
  }
}

extension CommandContext {
  /// Whether the market can exchange the photos of a listing. Without keys, a lost answer would leave
  /// open which photos the listing has.
  package func canExchangePhotos() async throws -> Bool {
    let extensions = try await market.client().extensions()
    return extensions.supports(.photos) && extensions.honorsKeys
  }
}

extension ListingChange.Difference {
  /// What becomes of photos, such as `photos 2 → 3, 1 new`.
  ///
  /// - Parameter count: the photos that the listing has; nil if that is not known.
  package init(photosOf count: Int?, becoming order: [Int?]) {
    let new = order.count { $0 == nil }
    let numbers: Message = count.map { "\($0) → \(order.count)" } ?? "\(order.count)"
    self.init("photos", words: new == 0 ? numbers : "\(numbers), \(new) new")
  }
}
