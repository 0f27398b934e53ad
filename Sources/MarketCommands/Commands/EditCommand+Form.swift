import CommandLanguage
import Forms
import Foundation
import ListingWrites
import MarketRender
import MarketWire
import Messages
import SellerSession
import WritePlans

// The form for one listing without changes.
extension EditCommand {
  static func complete(
    _ input: Input, in context: CommandContext
  ) async throws -> CompletedInput? {
    var input = input
    var kept = try DraftOption.draft(input, in: context)
    if let listing = kept?.listing, !input.mentions(listings) {
      input = input.setting(listings, to: [.id(listing.id)])
    }
    let targets = input.value(of: listings) ?? []
    let isFiltered = FilterOptions.writing.contains { input.mentions($0) }
    guard targets.count == 1, targets[0].isSingle, !isFiltered else { return nil }
    let found = try await context.writer.targets(input, listings, needsDetails: true)
    guard let product = found.products.first, found.products.count == 1 else { return nil }
    kept = try kept ?? DraftStore(context.market).draft(of: product.id)
    return try await form(product, input, in: context).complete(
      spec, continuing: kept, of: Draft.Listing(id: product.id, name: product.name))
  }

  /// Changes the listings, and removes the draft of the change.
  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    try await DraftOption.finishing(input, in: context) {
      try await carryOut(input, in: context)
    }
  }

  private static func form(
    _ product: Product, _ input: Input, in context: CommandContext
  ) throws -> CommandForm {
    let mayBeFree = WriteTerms(input).allowed.contains(.zero)
    let place = try context.market.place()
    var form = CommandForm(
      title: "Change \(product.id) \(product.name) at \(place)", base: input,
      options: options(product),
      faults: { input in
        var plan = EditPlan(product, mayBeFree: mayBeFree)
        let description = (input.value(of: ListingOptions.description) ?? nil)?.value
        do throws(InvalidListing) {
          try fill(&plan, input, description, context.money)
          return []
        } catch {
          return error.faults
        }
      },
      plan: { try await plan($0, in: context.withoutQuestions) }, context: context)
    form.unchanged = present(product, code: context.market.code(of: product))
    form.initial = form.unchanged
    return form
  }

  private static func present(_ product: Product, code: String?) -> FormValues {
    var values = FormValues()
    values.set("name", product.name)
    values.set("price", product.price.map { WrittenAmount($0.amount).description } ?? "")
    values.set("new-currency", product.currency?.rawValue ?? "")
    values.set("description", product.description ?? "")
    values.set("stock", product.stock.map { "\($0)" } ?? "")
    if let off = product.discount?.amount, off > 0 {
      values.set("discount", WrittenAmount(off).description)
    }
    values.set("thumbnail", "\(product.thumbnailNumber)")
    values.set("code", code ?? "")
    return values
  }

  private static func options(_ product: Product) -> [FormOption] {
    let currencies = AddCommand.currencies
    let present = product.currency.map(\.rawValue).flatMap { currencies.contains($0) ? nil : $0 }
    var options = [
      FormOption(
        optional: ListingOptions.name, "name", limit: ListingLimits.nameLength, isRequired: true),
      FormOption(optional: price, "price", isRequired: true),
      FormOption(
        optional: newCurrency, "currency",
        kind: .choice((present.map { [$0] } ?? []) + currencies)),
      FormOption(
        optional: ListingOptions.description, "description", kind: .text,
        limit: ListingLimits.descriptionLength, isRequired: product.description != nil),
      FormOption(optional: stock, "stock"),
      FormOption(optional: ListingOptions.discount, "discount", whenEmpty: "0"),
    ]
    if let count = product.pictures?.count, count > 1 {
      options.append(
        FormOption(
          optional: ListingOptions.thumbnail, "thumbnail",
          kind: .choice((1...count).map { "\($0)" })))
    }
    return options + [FormOption(optional: ref, "code")]
  }
}
