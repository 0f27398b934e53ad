import Batches
import CommandLanguage
import Foundation
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SellerSession

// `add --like`: a new listing with the values and photos of another one.
extension AddCommand {
  static let like = Option<ListingTarget?>(
    "like", help: "copy this listing of yours with its photos; other options change the copy")

  /// What `--like` gives, so that it is not required.
  static let given: [any Parameter] = [
    name, price, ListingOptions.description, ListingOptions.descriptionFile, images,
  ]

  static func plan(
    like target: ListingTarget, _ input: Input, in context: CommandContext
  ) async throws -> WritePlan {
    let model = try await own(target, in: context)
    let terms = WriteTerms(input)
    let code = input[ref]?.text
    var holder: Int?
    if let code { holder = try await context.market.holder(ofCode: code) }
    var plan = EditPlan(model)
    try fill(&plan, input, in: context)
    let fields = ListingFields(copying: plan.after)
    try check(fields, of: model, terms, in: context)
    let photos = try await photos(of: model, input, in: context)
    let warnings =
      PriceGuard(money: context.money).warnings(of: fields.name ?? "", before: nil, sending: fields)
      + EditCommand.warnings(ofMoving: code, from: holder)
    let usual = input.mentions(images) ? 1 : model.thumbnailNumber
    let thumbnail = input[ListingOptions.thumbnail]?.value ?? usual
    guard thumbnail <= photos.count else {
      throw InvalidListing([.noSuchThumbnail(thumbnail, photos: photos.count)])
    }
    let change = PlannedChange(
      .added, before: nil, requests: requests(fields, thumbnail: thumbnail), photos: photos,
      code: code.map { .init(before: nil, after: $0, takenFrom: holder) },
      notes: photos.summaries + EditCommand.notes(onMoving: code, from: holder, in: context))
    let place = try context.market.place()
    let name = fields.name ?? ""
    return WritePlan(
      changes: [change],
      confirmation: WritePlan.Confirmation(
        question: "Add \(name) at \(place)?", warnings: warnings),
      outline: { try outline(change, code, warnings, terms, in: context) },
      command: { spec.line(of: input) })
  }

  /// The model in full, which must belong to the seller: photos and texts of others are theirs.
  private static func own(
    _ target: ListingTarget, in context: CommandContext
  ) async throws -> Product {
    guard target.isSingle else { throw SellerError.oneListingWanted }
    guard let own = try context.market.ownShop() else {
      throw SellerError.notSignedIn(market: try context.market.profile().name)
    }
    let model = try await context.listings.products([target]).products[0]
    guard own.owns(model) else {
      throw SellerError.notYours(
        id: model.id, name: model.name, seller: model.vendor.name,
        market: try context.market.profile().name)
    }
    return model
  }

  /// Sets the values of the options, and throws what is wrong with any of them.
  private static func fill(
    _ plan: inout EditPlan, _ input: Input, in context: CommandContext
  ) throws {
    let description = try ListingOptions.description(input, in: context)
    plan.set(name: input.value(of: name)?.value, description: description)
    let written = input.value(of: price)
    let currency = input[ListingOptions.currency]?.currency
    if let own = written?.currency, let currency, own != currency {
      throw InvalidListing([
        .rule(
          "the price is in \(own.rawValue), but --currency is \(currency.rawValue)",
          at: "--price")
      ])
    }
    let step = input[ListingOptions.round]
    try plan.set(
      price: written.map { .to($0) }, currency: written?.currency ?? currency, step: step,
      money: context.money)
    if EditCommand.namesDiscount(input) {
      try plan.set(
        discount: input[ListingOptions.discount], left: input[ListingOptions.salePrice],
        step: step)
    } else {
      try plan.keepDiscountShare(step: step)
    }
    if input.mentions(stock) { try plan.set(stock: .to(input[stock].value)) }
  }

  /// Checks the whole new listing; the model may be older than the limits.
  private static func check(
    _ fields: ListingFields, of model: Product, _ terms: WriteTerms, in context: CommandContext
  ) throws(InvalidListing) {
    var faults: [ListingFault] = fields.unknownMembers.map { member in
      .rule(
        """
        the \(formatted: member) of \(model.id) is not known, so it cannot be copied: add \
        `\(command: "--\(member)")`
        """)
    }
    let currency = fields.currency ?? .unknown
    if faults.isEmpty {
      faults = ListingLimits.violations(in: fields, imageCount: nil)
        .filter {
          !(terms.allowed.contains(.zero) && $0.member == "price" && fields.price == 0)
        }
        .map { ListingFault($0, of: nil, in: currency, context.money) }
      faults += ListingSanity.broken(
        by: fields, in: currency, mayBeFraction: terms.allowed.contains(.fraction))
    }
    guard faults.isEmpty else { throw InvalidListing(faults) }
  }

  /// New photos, otherwise those of the model as the market has them.
  private static func photos(
    of model: Product, _ input: Input, in context: CommandContext
  ) async throws -> [ListingPhoto] {
    if input.mentions(images) {
      let paths = try (input.value(of: images) ?? []).flatMap {
        try context.files.paths(of: $0.path)
      }
      if let broken = ListingLimits.violation(imageCount: paths.count) {
        throw InvalidListing([.limit(broken, of: nil)])
      }
      let outcomes = await context.files.photos(paths, PhotoOptions(input))
      let faults = outcomes.compactMap { outcome -> ListingFault? in
        if case .failure(let fault) = outcome { .photo(fault) } else { nil }
      }
      guard faults.isEmpty else { throw InvalidListing(faults) }
      return outcomes.compactMap { try? $0.get() }
    }
    let copies = CopiedPhotos(client: try await context.market.client())
    return try await context.activity.show("copying photos", total: model.pictures?.count) {
      var photos: [ListingPhoto] = []
      try await copies.read(of: model) { upload in
        photos.append(
          ListingPhoto(
            upload: upload,
            summary: "\(upload.filename)  \(Message.byteCount(upload.bytes.count)), copied"))
        context.activity.update(done: photos.count)
      }
      return photos
    }
  }

  private static func outline(
    _ change: PlannedChange, _ code: String?, _ warnings: [ChangeWarning], _ terms: WriteTerms,
    in context: CommandContext
  ) throws -> DryRunResult {
    var product = change.after
    product.vendor.name = try context.market.profile().shop
    let row = ListingRow(product, code: code)
    return DryRunResult(
      "Nothing was sent. This would add 1 listing at \(try context.market.place()).",
      steps: [ListingChange(.added, row, notes: change.notes)],
      draft: ListingDetail(row, isOwn: true), notes: context.writer.notes(on: warnings, terms))
  }
}
