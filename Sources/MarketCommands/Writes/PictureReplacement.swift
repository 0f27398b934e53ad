package import CommandLanguage
import Foundation
package import ListingWrites
package import MarketRender
package import MarketWire
package import Messages
package import OpenMarketClient
package import SellerSession

/// The reason why a listing was not replaced, or not completely.
///
/// The old listing still exists, unless the outcome of its removal is unknown.
package struct ReplacementFailure: Error {
  package enum Stage: Hashable, Sendable {
    /// It is unknown whether the new listing was added.
    case adding
    /// The new listing was added but could not be read back.
    case looking
    /// The new listing differs from what was sent, in these members.
    case comparing([Message])
    /// The old listing was changed in the meantime, in these members.
    case oldChanged([Message])
    /// The thumbnail of the new listing was not set.
    case thumbnail(Int)
    /// The code was not moved to the new listing.
    case code(String)
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
/// 2. The old listing is removed last, after the new one was read back and is complete.
/// 3. A failure leaves both listings or only the old one, never none.
/// 4. The code is moved before the removal, so it always names a listing.
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
  ///   - mayBeFree: Whether a price of 0 is allowed, so that the market decides.
  /// - Throws: An error with all faults of the new listing.
  package init(
    _ plan: EditPlan, photos images: [PhotoPath], _ options: PhotoOptions, thumbnail: Int,
    code: String?, mayBeFree: Bool, in files: PhotoFiles
  ) async throws {
    self.plan = plan
    self.code = code
    self.thumbnail = thumbnail
    let after = plan.after
    let fields = Self.fields(of: after)
    self.fields = fields
    var faults = Self.unknown(in: fields).map { member in
      ListingFault.rule(
        """
        the \(formatted: member) of \(after.id) is not known, so it cannot be copied: add \
        `\(command: "--\(member)")`
        """)
    }
    let paths = try images.flatMap { try files.paths(of: $0.path) }
    if faults.isEmpty {
      faults = ListingLimits.violations(in: fields, imageCount: paths.count)
        .filter { !(mayBeFree && $0.member == "price" && fields.price == 0) }
        .map { broken in
          ListingFault(
            broken, of: broken.member == "images" ? nil : after.id, in: after.currency ?? .unknown,
            files.session.settings.money)
        }
    }
    if thumbnail > paths.count, ListingLimits.imageCount.contains(paths.count) {
      faults.append(.noSuchThumbnail(thumbnail, photos: paths.count))
    }
    let isCountFine = ListingLimits.imageCount.contains(paths.count)
    let outcomes = isCountFine ? await files.photos(paths, options) : []
    for case .failure(let fault) in outcomes { faults.append(fault.fault) }
    guard faults.isEmpty else { throw InvalidListing(faults) }
    self.photos = outcomes.compactMap { try? $0.get() }
  }

  private static func fields(of product: Product) -> ListingFields {
    var fields = ListingFields(
      name: product.name, price: product.price?.amount, currency: product.currency)
    fields.description = product.description
    fields.stock = product.stock
    fields.discount = product.discount?.amount
    if fields.discount == nil, let price = product.price, let left = product.salePrice {
      fields.discount = price.amount - left.amount
    }
    return fields
  }

  /// Returns the members that the market did not send.
  private static func unknown(in fields: ListingFields) -> [String] {
    [
      ("description", fields.description == nil), ("price", fields.price == nil),
      ("currency", fields.currency == nil || fields.currency == .unknown),
      ("discount", fields.discount == nil), ("stock", fields.stock == nil),
    ].filter(\.1).map(\.0)
  }
}

extension PictureReplacement {
  /// Replaces the listing. The caller must protect the call from Ctrl-C.
  package func run(_ client: OpenMarketClient, in market: CurrentMarket) async throws
    -> ListingChange
  {
    let oldCode = market.row(old).code
    let made = try await add(client, in: market)
    try await compare(made, client, in: market)
    var last = made
    if thumbnail > 1 {
      last = try await attempt(.thumbnail(thumbnail), made, in: market) {
        try await choose(made, client)
      }
    }
    try await attempt(.code(code ?? oldCode ?? ""), made, in: market) {
      try await handOver(to: made, in: market)
    }
    try await attempt(.removing, made, in: market) { try await remove(client, in: market) }
    var differences = [ListingChange.Difference("id", from: "\(old.id)", to: "\(last.id)")]
    differences += plan.differences(to: plan.after, market.session.settings.money)
    differences.append(ListingChange.Difference("photos"))
    return ListingChange(
      .replaced, market.row(last), differences: differences,
      notes: photos.map(\.summary))
  }

  private func add(_ client: OpenMarketClient, in market: CurrentMarket) async throws -> Product {
    let made: Product
    do throws(ClientError) {
      made = try await client.create(fields, images: photos.map(\.upload)).value
    } catch {
      // After any other error, nothing was added, and the error says why.
      guard error.code == .outcomeUnknown else { throw error }
      throw failure(.adding, nil, error, in: market)
    }
    return try await attempt(.looking, made, in: market) {
      try market.learn(from: made)
      market.session.browser.noteAdded(made.id, in: try market.profile().key)
      return try await client.product(made.id).value
    }
  }

  /// Compares the new listing with what was sent, and the old one with its state at the start.
  private func compare(
    _ made: Product, _ client: OpenMarketClient, in market: CurrentMarket
  ) async throws {
    var missing = Self.differing(fields, Self.fields(of: made))
    let count = made.pictures?.count ?? 0
    if count != photos.count { missing.append("photos") }
    guard missing.isEmpty else { throw failure(.comparing(missing), made, nil, in: market) }
    let now = try await attempt(.looking, made, in: market) {
      try await Listings(market: market).existing(old.id, client)
    }
    let changed = now.map { Self.differing(Self.fields(of: old), Self.fields(of: $0)) } ?? []
    guard changed.isEmpty else { throw failure(.oldChanged(changed), made, nil, in: market) }
  }

  private static func differing(_ one: ListingFields, _ other: ListingFields) -> [Message] {
    func text(_ text: String?) -> String? {
      text.map { Folding.normalized($0).trimmingCharacters(in: .whitespacesAndNewlines) }
    }
    let fields: [(name: Message, isDifferent: Bool)] = [
      ("name", text(one.name) != text(other.name)),
      ("description", text(one.description) != text(other.description)),
      ("price", one.price != other.price), ("currency", one.currency != other.currency),
      ("discount", one.discount != other.discount), ("stock", one.stock != other.stock),
    ]
    return fields.filter(\.isDifferent).map(\.name)
  }

  private func choose(_ made: Product, _ client: OpenMarketClient) async throws -> Product {
    guard let picture = made.pictures?[thumbnail - 1], let id = picture.id else { return made }
    return try await client.edit(made.id, ListingFields(thumbnailID: id)).value
  }

  private func handOver(to made: Product, in market: CurrentMarket) async throws {
    if let code {
      try await market.attach(code: code, to: made)
    } else {
      try market.moveCode(of: old, to: made)
    }
  }

  /// Removes the old listing. It is not an error if it was removed in the meantime.
  private func remove(_ client: OpenMarketClient, in market: CurrentMarket) async throws {
    do throws(ClientError) {
      _ = try await client.remove(old.id)
    } catch {
      guard error.code == .notFound else { throw error }
    }
    try market.releaseCode(of: old)
  }

  private func attempt<R>(
    _ stage: ReplacementFailure.Stage, _ made: Product, in market: CurrentMarket,
    _ body: () async throws -> R
  ) async throws -> R {
    do { return try await body() } catch { throw failure(stage, made, error, in: market) }
  }

  private func failure(
    _ stage: ReplacementFailure.Stage, _ new: Product?, _ error: (any Error)?,
    in market: CurrentMarket
  ) -> ReplacementFailure {
    ReplacementFailure(
      stage: stage, old: old, new: new, code: code ?? market.row(old).code, cause: error)
  }
}
