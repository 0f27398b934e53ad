import CommandLanguage
import FullScreen
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SellerSession

// The form for what is missing, and the drafts that it keeps.
extension AddCommand {
  /// The currencies to choose from; others are written next to the price.
  static let currencies = ["KRW", "USD", "EUR", "JPY", "CNY", "GBP"]

  static func complete(_ input: Input, in context: CommandContext) async throws -> CompletedInput? {
    guard !input.mentions(like) else { return nil }
    let kept = try DraftOption.draft(input, isOfChange: false, in: context)
    var written = (input.value(of: price) ?? nil)?.currency
    written = written ?? (input.value(of: ListingOptions.currency) ?? nil)?.currency
    // A draft has the answer.
    let usual =
      written == nil && kept == nil && context.console.canAsk
      ? try await context.market.currency(nil, savesAnswer: !WriteTerms(input).isDry)
      : try context.settings.settings().currency
    return try await form(input, usual: usual, in: context).complete(spec, continuing: kept)
  }

  /// Adds the listing, and removes the draft that it was.
  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    if let folder = input[from] { return try await writeTable(of: folder, input, in: context) }
    return try await DraftOption.finishing(input, isOfChange: false, in: context) {
      try await carryOut(input, in: context)
    }
  }

  private static func form(
    _ input: Input, usual: Currency?, in context: CommandContext
  ) throws -> CommandForm {
    var form = CommandForm(
      title: "Add a listing at \(try context.market.place())", base: input,
      options: options(input, usual: usual, in: context),
      faults: { faults($0.omitting([images, ListingOptions.thumbnail]), in: context) },
      plan: { try await plan($0, in: context.withoutQuestions) }, context: context)
    form.initial = FormValues(["currency": [(usual ?? .krw).rawValue]])
    if let saved = try context.settings.settings().currency {
      form.unchanged = FormValues(["currency": [saved.rawValue]])
    }
    form.currency = ListingOptions.currency.facts.name
    form.photoCommand = "\(spec.name) \(images.facts.shown) "
    return form
  }

  private static func options(
    _ input: Input, usual: Currency?, in context: CommandContext
  ) -> [FormOption] {
    let chosen = (input.value(of: ListingOptions.currency) ?? nil)?.currency
    let others = [usual, chosen].compactMap { $0?.rawValue }.filter { !currencies.contains($0) }
    var options = [
      FormOption(name, .listingName, limit: ListingLimits.nameLength, isRequired: true) {
        $0.value
      },
      FormOption(price, "price", isRequired: true) { $0.description },
      FormOption(
        optional: ListingOptions.currency, "currency", kind: .choice(others + currencies)),
    ]
    if !input.mentions(ListingOptions.descriptionFile) {
      options.append(
        FormOption(
          optional: ListingOptions.description, "description", kind: .text,
          limit: ListingLimits.descriptionLength, isRequired: true))
    }
    options.append(
      FormOption(
        photos: images, "photos", limit: ListingLimits.imageCount, files: context.files))
    options.append(
      FormOption(
        stock, "stock", help: "how many there are; 0 shows as sold out",
        absence: "0 shows as sold out"
      ) { $0.description })
    if !input.mentions(ListingOptions.salePrice) {
      options.append(FormOption(optional: ListingOptions.discount, "discount"))
    }
    return options + [FormOption(optional: ref, "code")]
  }
}
