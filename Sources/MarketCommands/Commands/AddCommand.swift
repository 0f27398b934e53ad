/// `add`: a new listing with its photos.
import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import OpenMarketClient

enum AddCommand: Command {
  static let name = Option<Text>("name", short: "n", help: "3 to 100 characters")
  static let price = Option<WrittenAmount>("price", help: "such as 12000, ₩12,000 or $12.50")
  static let stock = Option<WholeNumber>(
    "stock", help: "pieces for sale", default: WholeNumber(0))
  static let images = Option<[PhotoPath]>(
    "image", short: "i", help: "one to five photos, in their order", isRequired: true
  ).role(.photo)
  static let ref = Option<SellerCode?>("ref", help: "your own code for it, such as MUG-01").role(
    .givesCode)

  static let spec = CommandSpec(
    "add", aliases: ["new", "create", "등록"], group: .sell, summary: "Put up a new listing",
    discussion: """
      Photos of any size just work: they are turned upright, scaled and made small enough, and \
      where they were taken is left out. Everything is checked before anything is sent; --dry-run \
      shows the listing as buyers will see it, and sends nothing. A discount above 90% or a price \
      of nothing is asked about first; off a terminal it needs --allow discount or --allow zero.
      """,
    effect: .writesListings, traits: .setsLast, fields: ProductField.keys,
    grammar: [
      name, price, ListingOptions.description, ListingOptions.descriptionFile, images, stock,
      ListingOptions.discount, ListingOptions.salePrice, ListingOptions.currency,
      ListingOptions.round, ListingOptions.thumbnail, ref, ListingOptions.prepare,
      ListingOptions.background, WriteOptions.allow, WriteOptions.dryRun, WriteOptions.yes,
    ],
    rules: [
      .atLeastOne([ListingOptions.description, ListingOptions.descriptionFile]),
      .atMostOne([ListingOptions.description, ListingOptions.descriptionFile]),
      .atMostOne([ListingOptions.discount, ListingOptions.salePrice]),
    ],
    examples: [
      "add --name \"Oak mug\" --price 12000 --currency KRW --stock 5 "
        + "--description \"Turned from one piece.\" --image a.jpg b.jpg",
      "add --name \"Oak mug\" --price 12000원 --sale-price 9900 --description \"Turned from ash.\" "
        + "--image a.jpg --dry-run",
      "add --name \"Oak mug\" --price $12.50 --discount 10% --ref MUG-02 "
        + "--description \"Turned from one piece.\" --image *.jpg",
    ])

  static func run(_ input: Input, in session: Session) async throws -> Output {
    let currency = try await currency(input, in: session)
    let draft = try await NewListingDraft(input, currency: currency, in: session)
    let terms = session.terms(input)
    let warnings = PriceGuard(money: session.money).warnings(
      of: input[name].value, before: nil, sending: draft.fields)
    if terms.isDry { return try plan(draft, input, warnings, terms, in: session) }
    try await session.agree(
      session.question("Add \(input[name].value)", "at", leaving: nil), count: 1, mustAsk: false,
      warnings: warnings, on: terms)
    let client = try await session.sellingClient(asksName: !terms.isAnswered)
    session.withState { $0.preparedPhotos = draft.preparedPhotos }
    defer { session.withState { $0.preparedPhotos = [] } }
    let last = try await session.finishingInScripts {
      let product = try await session.activity.show("sending \(input[name].value)") {
        try await client.create(draft.fields, images: draft.photos.map(\.upload)).value
      }
      return try await finish(product, input, client, in: session)
    }
    var notes = draft.photos.map(\.summary)
    if last.isSoldOut, !input.mentions(stock) {
      notes.append("sold out: no --stock was given")
    }
    return .change(Change("added", session.row(last), notes: notes))
  }

  /// What would be sent: the listing as buyers will see it, and what becomes of each photo.
  private static func plan(
    _ draft: NewListingDraft, _ input: Input, _ warnings: [ChangeWarning], _ terms: WriteTerms,
    in session: Session
  ) throws -> Output {
    try session.refuseInDryRun(warnings, terms)
    let row = ProductRow(
      draft.preview(shop: try session.profile().shop), code: input[ref]?.text)
    let thumbnail = input[ListingOptions.thumbnail]?.value ?? 1
    let photos = draft.photos.enumerated().map { index, photo in
      photo.summary + (index + 1 == thumbnail && draft.photos.count > 1 ? ", thumbnail" : "")
    }
    return .plan(
      Plan(
        "Nothing was sent. This would add 1 listing at \(try session.place()).",
        steps: [Change("would add", row, notes: photos)],
        draft: ProductDetail(row, isOwn: true),
        notes: session.notes(on: warnings, terms)))
  }

  /// The currency of the price; nil where none is known, which is told with all other faults.
  private static func currency(_ input: Input, in session: Session) async throws -> Currency? {
    let written = input[price].currency ?? input[ListingOptions.currency]?.currency
    if written == nil, try session.settings().currency == nil, session.canAsk {
      try await checkTheRest(input, in: session)
    }
    do {
      return try await session.currency(written, keepsAnswer: !session.terms(input).isDry)
    } catch SellerError.noCurrency {
      return nil
    }
  }

  /// Nobody should answer a question for a listing that cannot be sent.
  private static func checkTheRest(_ input: Input, in session: Session) async throws {
    do {
      _ = try await NewListingDraft(input, currency: nil, in: session)
    } catch SellerError.listing(let faults) {
      let others = faults.filter { if case .noCurrency = $0 { false } else { true } }
      guard others.isEmpty else { throw SellerError.listing(others) }
    }
  }

  /// Does what follows the adding. That the listing is up is never hidden by what fails here, or it
  /// would be added a second time.
  private static func finish(
    _ product: Product, _ input: Input, _ client: OpenMarketClient, in session: Session
  ) async throws -> Product {
    var missing = "your number there was not kept"
    var left: [String] = []
    let thumbnail = input[ListingOptions.thumbnail]?.value ?? 1
    if thumbnail > 1 { left.append("--thumbnail \(thumbnail)") }
    if let code = input[ref]?.text { left.append("--ref \(code)") }
    do {
      let market = try session.profile().key
      session.withState { $0.lastAdded = Session.InMarket(market: market, value: product.id) }
      try session.learn(from: product)
      if let code = input[ref]?.text {
        missing = "without its code @\(code)"
        try session.attach(code: code, to: product)
        left.removeLast()
      }
      missing = "photo \(thumbnail) is not its thumbnail"
      return try await choose(thumbnail: thumbnail, of: product, client)
    } catch {
      throw session.partly(
        "added", product, missing: missing, error,
        retry: left.isEmpty ? nil : "edit \(product.id) \(left.joined(separator: " "))")
    }
  }

  private static func choose(
    thumbnail number: Int, of product: Product, _ client: OpenMarketClient
  ) async throws -> Product {
    guard number > 1, let pictures = product.pictures, pictures.indices.contains(number - 1),
      let id = pictures[number - 1].id
    else { return product }
    return try await client.edit(product.id, ListingFields(thumbnailID: id)).value
  }
}
