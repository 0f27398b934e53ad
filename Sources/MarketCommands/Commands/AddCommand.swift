import Batches
import CommandLanguage
import Foundation
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SellerSession

enum AddCommand: WritingCommand {
  static let name = Option<Text>(
    "name", otherNames: ["이름"], short: "n", help: "3 to 100 characters")
  static let price = Option<WrittenAmount>(
    "price", otherNames: ["판매가"], help: "such as 12000, ₩12,000 or $12.50")
  static let stock = Option<WholeNumber>("stock", help: "number in stock", default: WholeNumber(0))
  static let images = Option<[PhotoPath]>(
    "image", short: "i", help: "one to five photos, in order", isRequired: true
  ).role(.photo)
  static let ref = Option<SellerCode?>(
    "code", otherNames: ["ref"], help: "your code for the listing, such as MUG-01"
  ).role(.givesCode)

  static let spec = CommandSpec(
    "add", aliases: ["new", "create", "등록"], group: .sell, summary: "Add a listing",
    discussion: """
      Photos of any size work: they are turned upright and shrunk, and location data is removed. \
      Everything is checked before anything is sent; --dry-run shows the listing as buyers will \
      see it, and sends nothing. A discount above 90% or of the whole price needs confirmation; \
      without a terminal, add --allow discount or --allow zero. The price itself must be above 0. \
      --like 12 copies everything of your listing 12 except its code; the other options then \
      change the copy. --from shoot writes shoot/listings.csv, with a row for each folder of \
      photos and for each group of shots taken without a pause: fill it in and import it.
      """,
    effect: .writesListings, fields: ListingField.keys,
    grammar: [
      like, name, price, ListingOptions.description, ListingOptions.descriptionFile, images, stock,
      ListingOptions.discount, ListingOptions.salePrice, ListingOptions.currency,
      ListingOptions.round, ListingOptions.thumbnail, ref, DraftOption.name, ListingOptions.prepare,
      ListingOptions.background, WriteOptions.allow, WriteOptions.dryRun, WriteOptions.yes,
      from, pause,
    ],
    rules: [
      .standsFor(like, given),
      .atLeastOne([ListingOptions.description, ListingOptions.descriptionFile]),
      .atMostOne([ListingOptions.description, ListingOptions.descriptionFile]),
      .atMostOne([ListingOptions.discount, ListingOptions.salePrice]),
    ] + fromRules,
    examples: [
      """
      add --name "Oak mug" --price 12000 --currency KRW --stock 5 \
      --description "Turned from one piece." --image a.jpg b.jpg
      """,
      """
      add --name "Oak mug" --price 12000원 --sale-price 9900 \
      --description "Turned from ash." --image a.jpg --dry-run
      """,
      """
      add --name "Oak mug" --price $12.50 --discount 10% --code MUG-02 \
      --description "Turned from one piece." --image *.jpg
      """,
      "add --like @MUG-01 --name \"Ash mug\" --code MUG-03 --dry-run",
      "add --from shoot",
    ])

  static func plan(_ input: Input, in context: CommandContext) async throws -> WritePlan {
    guard input[from] == nil else { throw BatchError.notInFile("add --from") }
    if let model = input[like] { return try await plan(like: model, input, in: context) }
    var new = newListing(input)
    if let code = new.code { new.codeHolder = try await context.market.holder(ofCode: code) }
    let currency = try await currency(input, new, in: context)
    let draft = try await NewListingDraft(
      new, currency: currency,
      { () throws(SellerError) in try ListingOptions.description(input, in: context) },
      in: context.market, context.files)
    let warnings =
      PriceGuard(money: context.money).warnings(
        of: input[name].value, before: nil, sending: draft.fields)
      + EditCommand.warnings(ofMoving: new.code, from: new.codeHolder)
    var change = change(draft, input, takenFrom: new.codeHolder)
    change.notes += EditCommand.notes(onMoving: new.code, from: new.codeHolder, in: context)
    let place = try context.market.place()
    return WritePlan(
      changes: [change],
      confirmation: WritePlan.Confirmation(
        question: "Add \(input[name].value) at \(place)?", warnings: warnings),
      outline: { try outline(draft, input, warnings, in: context) },
      command: { spec.line(of: input.omitting([DraftOption.name])) })
  }

  private static func change(
    _ draft: NewListingDraft, _ input: Input, takenFrom holder: Int?
  ) -> PlannedChange {
    let notes: [Message] = draft.photos.summaries + soldOutNotes(draft, input)
    return PlannedChange(
      .added, before: nil,
      requests: requests(draft.fields, thumbnail: input[ListingOptions.thumbnail]?.value ?? 1),
      photos: draft.photos,
      code: input[ref].map { .init(before: nil, after: $0.text, takenFrom: holder) }, notes: notes)
  }

  private static func soldOutNotes(_ draft: NewListingDraft, _ input: Input) -> [Message] {
    guard draft.fields.stock == 0, !input.mentions(stock) else { return [] }
    // A form names the draft that it kept; its fields are no options.
    return [
      input.mentions(DraftOption.name)
        ? "sold out, because its stock is 0"
        : "sold out, because \(command: "--stock") was not given"
    ]
  }

  /// The requests that make a listing with a thumbnail.
  static func requests(_ fields: ListingFields, thumbnail: Int) -> [BatchStep.Change] {
    [.create(fields, photos: [])]
      + (thumbnail > 1 ? [.chooseThumbnail(.step(0), photo: thumbnail)] : [])
  }

  /// Returns the dry run: the listing as buyers will see it, and the steps for each photo.
  private static func outline(
    _ draft: NewListingDraft, _ input: Input, _ warnings: [ChangeWarning],
    in context: CommandContext
  ) throws -> DryRunResult {
    let row = ListingRow(
      draft.preview(shop: try context.market.profile().shop), code: input[ref]?.text)
    let thumbnail = input[ListingOptions.thumbnail]?.value ?? 1
    let photos = draft.photos.summaries.enumerated().map { index, summary -> Message in
      let isThumbnail = index + 1 == thumbnail && draft.photos.count > 1
      return isThumbnail ? "\(summary), thumbnail" : summary
    }
    return DryRunResult(
      "Nothing was sent. This would add 1 listing at \(try context.market.place()).",
      steps: [ListingChange(.added, row, notes: photos + soldOutNotes(draft, input))],
      draft: ListingDetail(row, isOwn: true),
      notes: context.writer.notes(on: warnings, WriteTerms(input)))
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
}
