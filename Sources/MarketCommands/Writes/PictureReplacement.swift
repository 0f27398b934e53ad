/// A listing put up anew with other pictures, since no market can change them.
package import CommandLanguage
import Foundation
package import MarketRender
package import MarketWire
package import OpenMarketClient
package import SellerSession

/// Why a listing was not replaced, or not wholly. Whatever it is, the old one was kept unless
/// nobody knows.
package struct ReplacementFailure: Error {
  package enum Stage: Hashable, Sendable {
    /// It is not known whether the new one is up.
    case adding
    /// The new one is up and could not be looked at.
    case looking
    /// The new one is not what was sent; the members that differ.
    case comparing([String])
    /// Somebody changed the old one meanwhile; the members that differ.
    case oldChanged([String])
    /// The new one's thumbnail was not chosen.
    case thumbnail(Int)
    /// The code did not go over to the new one.
    case code(String)
    case removing
  }

  package let stage: Stage
  package let old: Product
  package let new: Product?
  /// The code that the new one was to have.
  package let code: String?
  /// The error behind it, if there is one.
  package let cause: (any Error)?
}

/// Everything of the old listing with new pictures: worked out and checked before anything is sent.
///
/// 1. The old one is removed last, when the new one was read back and is whole.
/// 2. A failure leaves both, or the old one alone; never none.
/// 3. The code goes over before the removal, so that it names a listing all the time.
package struct PictureReplacement: Sendable {
  package let plan: EditPlan
  package let fields: ListingFields
  package let photos: [ListingPhoto]
  /// Which photo stands for the listing, from 1.
  package let thumbnail: Int
  /// A code that the new one gets instead of the old one's.
  package let code: String?

  private var old: Product { plan.before }

  /// - Throws: everything that is wrong with the new listing, together.
  ///
  /// - Parameters:
  ///   - plan: the other changes.
  ///   - photos: the typed paths of the new photos.
  ///   - mayBeFree: whether a price of 0 is left to the market's judgement.
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
        "the \(member) of \(after.id) is not known, so it cannot be taken over; say it with "
          + "--\(member)")
    }
    let paths = try images.flatMap { try files.paths(of: $0.path) }
    if faults.isEmpty {
      faults = ListingLimits.violations(in: fields, imageCount: paths.count)
        .filter { !(mayBeFree && $0.member == "price" && fields.price == 0) }
        .map { .limit($0, of: $0.member == "images" ? nil : after.id) }
    }
    if thumbnail > paths.count, ListingLimits.imageCount.contains(paths.count) {
      faults.append(.rule("--thumbnail \(thumbnail), but there \(PhotoText.count(paths.count))"))
    }
    let isCountFine = ListingLimits.imageCount.contains(paths.count)
    let outcomes = isCountFine ? await files.photos(paths, options) : []
    for case .failure(let fault) in outcomes { faults.append(fault.fault) }
    guard faults.isEmpty else { throw SellerError.listing(faults) }
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

  /// Members that an old or odd market did not tell.
  private static func unknown(in fields: ListingFields) -> [String] {
    [
      ("description", fields.description == nil), ("price", fields.price == nil),
      ("currency", fields.currency == nil || fields.currency == .unknown),
      ("discount", fields.discount == nil), ("stock", fields.stock == nil),
    ].filter(\.1).map(\.0)
  }
}

extension PictureReplacement {
  /// Does it; call it so that Ctrl-C does not tear it apart.
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
      try handOver(to: made, in: market)
    }
    try await attempt(.removing, made, in: market) { try await remove(client, in: market) }
    var differences = [ListingChange.Difference("id", from: "\(old.id)", to: "\(last.id)")]
    differences += plan.differences(to: plan.after, market.session.settings.money)
    differences.append(ListingChange.Difference("pictures", from: nil, to: nil))
    return ListingChange(
      "replaced", market.row(last), differences: differences, notes: photos.map(\.summary))
  }

  private func add(_ client: OpenMarketClient, in market: CurrentMarket) async throws -> Product {
    let made: Product
    do throws(ClientError) {
      made = try await client.create(fields, images: photos.map(\.upload)).value
    } catch {
      // Anything else is sure to have done nothing, and says what it is.
      guard error.code == .outcomeUnknown else { throw error }
      throw failure(.adding, nil, error, in: market)
    }
    return try await attempt(.looking, made, in: market) {
      try market.learn(from: made)
      market.session.browser.noteAdded(made.id, in: try market.profile().key)
      return try await client.product(made.id).value
    }
  }

  /// Compares the new one with what was sent, and the old one with what it was when that began.
  private func compare(
    _ made: Product, _ client: OpenMarketClient, in market: CurrentMarket
  ) async throws {
    var missing = Self.differing(fields, Self.fields(of: made))
    let count = made.pictures?.count ?? 0
    if count != photos.count { missing.append("pictures") }
    guard missing.isEmpty else { throw failure(.comparing(missing), made, nil, in: market) }
    let now = try await attempt(.looking, made, in: market) {
      try await Listings(market: market).existing(old.id, client)
    }
    let changed = now.map { Self.differing(Self.fields(of: old), Self.fields(of: $0)) } ?? []
    guard changed.isEmpty else { throw failure(.oldChanged(changed), made, nil, in: market) }
  }

  private static func differing(_ one: ListingFields, _ other: ListingFields) -> [String] {
    func text(_ text: String?) -> String? {
      text.map { Folding.normalized($0).trimmingCharacters(in: .whitespacesAndNewlines) }
    }
    return [
      ("name", text(one.name) != text(other.name)),
      ("description", text(one.description) != text(other.description)),
      ("price", one.price != other.price), ("currency", one.currency != other.currency),
      ("discount", one.discount != other.discount), ("stock", one.stock != other.stock),
    ].filter(\.1).map(\.0)
  }

  private func choose(_ made: Product, _ client: OpenMarketClient) async throws -> Product {
    guard let picture = made.pictures?[thumbnail - 1], let id = picture.id else { return made }
    return try await client.edit(made.id, ListingFields(thumbnailID: id)).value
  }

  private func handOver(to made: Product, in market: CurrentMarket) throws {
    if let code {
      try market.attach(code: code, to: made)
    } else {
      try market.moveCode(of: old, to: made)
    }
  }

  /// One that went meanwhile is gone all the same.
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
