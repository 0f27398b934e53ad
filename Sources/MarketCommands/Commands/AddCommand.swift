import CommandLanguage
import Foundation
import ListingWrites
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession

enum AddCommand: Command {
  static let name = Option<Text>("name", short: "n", help: "3 to 100 characters")
  static let price = Option<WrittenAmount>("price", help: "such as 12000, ₩12,000 or $12.50")
  static let stock = Option<WholeNumber>(
    "stock", help: "number in stock", default: WholeNumber(0))
  static let images = Option<[PhotoPath]>(
    "image", short: "i", help: "one to five photos, in order", isRequired: true
  ).role(.photo)
  static let ref = Option<SellerCode?>(
    "code", otherNames: ["ref"], help: "your code for the listing, such as MUG-01"
  ).role(
    .givesCode)

  static let spec = CommandSpec(
    "add", aliases: ["new", "create", "등록"], group: .sell, summary: "Add a listing",
    discussion: """
      Photos of any size work: they are turned upright and shrunk, and location data is removed. \
      Everything is checked before anything is sent; --dry-run shows the listing as buyers will \
      see it, and sends nothing. A discount above 90% or a price of 0 needs confirmation; without \
      a terminal, add --allow discount or --allow zero.
      """,
    effect: .writesListings, traits: .setsLast, fields: ListingField.keys,
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
      "add --name \"Oak mug\" --price $12.50 --discount 10% --code MUG-02 "
        + "--description \"Turned from one piece.\" --image *.jpg",
    ])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    var new = newListing(input)
    if let code = new.code { new.codeHolder = try await context.market.holder(ofCode: code) }
    let currency = try await currency(input, new, in: context)
    let draft = try await NewListingDraft(
      new, currency: currency,
      { () throws(SellerError) in try ListingOptions.description(input, in: context) },
      in: context.market, context.files)
    let terms = WriteTerms(input)
    let moved = new.code.flatMap { code in
      new.codeHolder.map { ChangeWarning.moving(code, from: $0) }
    }
    let warnings =
      PriceGuard(money: context.money).warnings(
        of: input[name].value, before: nil, sending: draft.fields) + [moved].compactMap(\.self)
    if terms.isDry { return try plan(draft, input, warnings, terms, in: context) }
    try await context.writer.agree(
      "Add \(input[name].value) at \(try context.market.place())?", count: 1, mustAsk: false,
      warnings: warnings, on: terms)
    let client = try await context.market.sellingClient(asksName: !terms.isAnswered)
    let moves = moved != nil
    let last = try await context.writer.finishingInScripts {
      let product = try await context.activity.show("sending \(input[name].value)") {
        try await client.create(draft.fields, images: draft.photos.map(\.upload)).value
      }
      return try await finish(product, input, client, moves: moves, in: context)
    }
    var notes: [Message] = draft.photos.map(\.summary)
    notes += EditCommand.notes(onMoving: new.code, from: new.codeHolder, in: context)
    if last.isSoldOut, !input.mentions(stock) {
      notes.append("sold out, because \(command: "--stock") was not given")
    }
    return .change(ListingChange(.added, context.market.row(last), notes: notes))
  }

  /// Returns the dry run: the listing as buyers will see it, and the steps for each photo.
  private static func plan(
    _ draft: NewListingDraft, _ input: Input, _ warnings: [ChangeWarning], _ terms: WriteTerms,
    in context: CommandContext
  ) throws -> Output {
    try context.writer.refuseInDryRun(warnings, terms)
    let row = ListingRow(
      draft.preview(shop: try context.market.profile().shop), code: input[ref]?.text)
    let thumbnail = input[ListingOptions.thumbnail]?.value ?? 1
    let photos = draft.photos.enumerated().map { index, photo -> Message in
      let isThumbnail = index + 1 == thumbnail && draft.photos.count > 1
      return isThumbnail ? "\(photo.summary), thumbnail" : photo.summary
    }
    return .dryRun(
      DryRunResult(
        "Nothing was sent. This would add 1 listing at \(try context.market.place()).",
        steps: [ListingChange(.added, row, notes: photos)],
        draft: ListingDetail(row, isOwn: true),
        notes: context.writer.notes(on: warnings, terms)))
  }

  /// Returns the currency of the price, or nil if it is unknown, which is reported with all other
  /// faults.
  private static func currency(
    _ input: Input, _ new: NewListing, in context: CommandContext
  ) async throws -> Currency? {
    let written = input[price].currency ?? input[ListingOptions.currency]?.currency
    if written == nil, try context.settings.settings().currency == nil, context.console.canAsk {
      try checkTheRest(input, new, in: context)
    }
    do {
      return try await context.market.currency(written, savesAnswer: !WriteTerms(input).isDry)
    } catch SellerError.noCurrency {
      return nil
    }
  }

  /// Validates everything else before asking a question.
  private static func checkTheRest(
    _ input: Input, _ new: NewListing, in context: CommandContext
  ) throws {
    try NewListingDraft.check(
      new,
      { () throws(SellerError) in try ListingOptions.description(input, in: context) },
      in: context.market, context.files)
  }

  private static func newListing(_ input: Input) -> NewListing {
    NewListing(
      name: input[name].value, price: input[price], stock: input[stock].value,
      currency: input[ListingOptions.currency]?.currency,
      discount: input[ListingOptions.discount], salePrice: input[ListingOptions.salePrice],
      step: input[ListingOptions.round], code: input[ref]?.text, images: input[images],
      photoOptions: PhotoOptions(input), thumbnail: input[ListingOptions.thumbnail]?.value,
      allowed: WriteTerms(input).allowed)
  }

  /// Finishes after the market added the listing.
  ///
  /// Its errors always say that the listing was added, so that the seller does not add it again.
  private static func finish(
    _ product: Product, _ input: Input, _ client: OpenMarketClient, moves: Bool,
    in context: CommandContext
  ) async throws -> Product {
    var missing = PartialChange.Missing.vendorID
    var left: [String] = []
    let thumbnail = input[ListingOptions.thumbnail]?.value ?? 1
    if thumbnail > 1 { left.append("--thumbnail \(thumbnail)") }
    if let code = input[ref]?.text { left.append("--code \(code)") }
    do {
      let market = try context.market.profile().key
      context.session.browser.noteAdded(product.id, in: market)
      try context.market.learn(from: product)
      if let code = input[ref]?.text {
        missing = .code(code)
        try await context.market.attach(code: code, to: product, moves: moves)
        left.removeLast()
      }
      missing = .thumbnail(thumbnail)
      return try await choose(thumbnail: thumbnail, of: product, client)
    } catch {
      throw context.writer.partly(
        .added, product, missing: missing, error,
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
