import CommandLanguage
import Foundation
import ListingChanges
import MarketWire
import SellerSession

extension AddCommand {
  static func furtherProblems(_ input: Input, in context: CommandContext) -> (any ReportedError)? {
    let faults = faults(input, in: context)
    return faults.isEmpty ? nil : InvalidListing(faults)
  }

  /// What is wrong with the values that could be read.
  static func faults(_ input: Input, in context: CommandContext) -> [ListingFault] {
    guard !input.mentions(like) else { return [] }
    guard input.mentions(price) || input.mentions(images) || input.mentions(name) else { return [] }
    let written = input.value(of: price)
    var new = NewListing(
      name: input.value(of: name)?.value ?? acceptable, price: written ?? WrittenAmount(1),
      stock: input.value(of: stock)?.value ?? 0, images: input.value(of: images) ?? [])
    new.allowed = WriteTerms(input).allowed
    new.thumbnail = (input.value(of: ListingOptions.thumbnail) ?? nil)?.value
    if written != nil {
      new.currency = (input.value(of: ListingOptions.currency) ?? nil)?.currency
      new.discount = input.value(of: ListingOptions.discount) ?? nil
      new.salePrice = input.value(of: ListingOptions.salePrice) ?? nil
    }
    let usual = (try? context.settings.settings())?.currency
    let currency = written?.currency ?? new.currency ?? usual
    return NewListingDraft.faults(
      of: new, currency: currency,
      description: input.value(of: ListingOptions.description).flatMap { $0?.value } ?? acceptable,
      in: context.market, context.files)
  }

  /// A text within the limits, in place of one that is missing or wrong.
  private static var acceptable: String { String(repeating: "x", count: 20) }
}
