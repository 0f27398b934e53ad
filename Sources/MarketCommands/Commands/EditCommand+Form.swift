import CommandLanguage
import Formatting
import Foundation
import FullScreen
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SellerSession

// The form for one listing without changes.
extension EditCommand {
  static func complete(_ input: Input, in context: CommandContext) async throws -> CompletedInput? {
    var input = input
    var kept = try DraftOption.draft(input, isOfChange: true, in: context)
    if let listing = kept?.listing, !input.mentions(listings) {
      input = input.setting(listings, to: [.id(listing.id)])
    }
    let targets = input.value(of: listings) ?? []
    let isFiltered = FilterOptions.writing.contains { input.mentions($0) }
    guard isFiltered || !targets.isEmpty else { return nil }
    guard targets.count == 1, targets[0].isSingle, !isFiltered else {
      let named = targets.map(\.description).joined(separator: " ")
      let line = isFiltered || named.contains(" ") ? spec.line(of: input) : "\(spec.name) \(named)"
      throw EditorError.severalWithoutChange(
        context.typedCommand.line("\(line) \(editor.facts.shown)"))
    }
    let found = try await context.writer.targets(input, listings, needsDetails: true)
    guard let product = found.products.first, found.products.count == 1 else { return nil }
    if let draft = kept, draft.listing?.id != product.id { throw OtherDraft(draft: draft) }
    kept = try kept ?? DraftStore(context.market).draft(of: product.id)
    let exchanges = (try? await context.canExchangePhotos()) ?? false
    return try await form(product, input, exchanges: exchanges, in: context).complete(
      spec, continuing: kept, of: Draft.Listing(id: product.id, name: product.name))
  }

  /// Changes the listings, and removes the draft of the change.
  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    try await DraftOption.finishing(input, isOfChange: true, in: context) {
      try await carryOut(input, in: context)
    }
  }

  private static func form(
    _ product: Product, _ input: Input, exchanges: Bool, in context: CommandContext
  ) throws -> CommandForm {
    let place = try context.market.place()
    var form = CommandForm(
      title: "Change \(product.id) \(product.name) at \(place)", base: input,
      options: options(product, exchanges: exchanges, in: context),
      faults: { input in
        var plan = EditPlan(product)
        let description = (input.value(of: ListingOptions.description) ?? nil)?.value
        do throws(InvalidListing) {
          try fill(&plan, input, description, context.money)
          return []
        } catch {
          return error.faults
        }
      },
      plan: { try await plan($0, in: context.withoutQuestions) }, context: context)
    form.listing = product
    form.photoCommand = "\(spec.name) \(images.facts.shown) "
    form.currency = newCurrency.facts.name
    let keeping = context.typedCommand.line(EditPlan(product).discountCommand)
    form.words[keeping] = "type it as the discount"
    form.unchanged = present(product, code: context.market.code(of: product), context.money)
    form.initial = form.unchanged
    return form
  }

  private static func present(_ product: Product, code: String?, _ money: MoneyText) -> FormValues {
    var values = FormValues()
    values.set("name", product.name)
    values.set("price", product.price.map { CommandForm.written($0, money) } ?? "")
    values.set("new-currency", product.currency?.rawValue ?? "")
    values.set("description", product.description ?? "")
    values.set("stock", product.stock.map { "\($0)" } ?? "")
    if let off = product.discount, off.amount > 0 {
      values.set("discount", CommandForm.written(off, money))
    }
    values.set("thumbnail", "\(product.thumbnailNumber)")
    values.set("code", code ?? "")
    return values
  }

  private static func options(
    _ product: Product, exchanges: Bool, in context: CommandContext
  ) -> [FormOption] {
    let currencies = AddCommand.currencies
    let present = product.currency.map(\.rawValue).flatMap { currencies.contains($0) ? nil : $0 }
    var options = [
      FormOption(
        optional: ListingOptions.name, .listingName, limit: ListingLimits.nameLength,
        isRequired: true),
      FormOption(optional: price, "price", isRequired: true),
      FormOption(
        optional: newCurrency, "currency",
        kind: .choice((present.map { [$0] } ?? []) + currencies)),
      FormOption(
        optional: ListingOptions.description, "description", kind: .text,
        limit: ListingLimits.descriptionLength, isRequired: product.description != nil),
      FormOption(
        optional: stock, "stock", help: "a new number, or +5, -1; 0 shows as sold out"),
      FormOption(optional: ListingOptions.discount, "discount", whenEmpty: "0"),
    ]
    options += photoOptions(product, exchanges: exchanges, in: context)
    if let count = product.pictures?.count, count > 1 {
      options.append(
        FormOption(
          optional: ListingOptions.thumbnail, "thumbnail",
          kind: .choice((1...count).map { "\($0)" })))
    }
    return options + [FormOption(optional: ref, "code")]
  }

  /// The photos that the listing has and, where they can be exchanged, a field for new ones.
  private static func photoOptions(
    _ product: Product, exchanges: Bool, in context: CommandContext
  ) -> [FormOption] {
    guard let pictures = product.pictures else { return [] }
    let count = pictures.count
    func command(_ words: String) -> String {
      context.typedCommand.line("edit \(product.id) \(words)")
    }
    let shown = FormOption(
      exchanges ? "photos now" : "photos",
      Message(count: count, one: "1 photo", other: "\(count) photos"),
      help: exchanges
        ? "to change some of them: \(command: command("--add-photo A.jpg --remove-photo 1"))"
        : "to exchange them: \(command: command("--image A.jpg B.jpg --replace"))",
      pictures: pictures.map { $0.thumbnailURL ?? $0.url })
    guard exchanges else { return [shown] }
    return [
      shown,
      FormOption(
        photos: images, "photos", limit: ListingLimits.imageCount, isRequired: false,
        files: context.files),
    ]
  }
}
