import Batches
import CommandLanguage
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SellerSession

// Other photos for a listing that stays.
extension EditCommand {
  /// Whether other photos are named.
  static func changesPhotos(_ input: Input) -> Bool {
    input[replace] || photoOption(input) != nil
  }

  private static func photoOption(_ input: Input) -> String? {
    let options: [any Parameter] = [images, addedPhotos, removedPhotos]
    return options.first { input.mentions($0) }?.facts.shown
  }

  /// Plans other photos for one listing, where the market can exchange them.
  static func planExchange(_ input: Input, in context: CommandContext) async throws -> WritePlan {
    let found = try await onlyListing(input, photoOption(input) ?? "--image", in: context)
    guard try await context.canExchangePhotos() else {
      throw SellerError.picturesStay(
        replace: input.mentions(images)
          ? spec.line(of: input.setting(replace, to: true)) : nil)
    }
    let plan = try await plans(input, of: found, in: context)[0]
    let holder = try await codeHolder(input, besides: plan, in: context)
    let warnings =
      warnings(in: [plan], context) + Self.warnings(ofMoving: input[ref]?.text, from: holder)
    let exchange = try await PhotoExchange(
      plan, removing: input.mentions(images) ? nil : (input[removedPhotos]).map(\.value),
      adding: input[images] + input[addedPhotos], PhotoOptions(input),
      thumbnail: input[ListingOptions.thumbnail]?.value, context.money, in: context.files)
    var change = exchange.change(
      try code(input, of: plan.before, takenFrom: holder, in: context.market))
    change.notes += notes(onMoving: input[ref]?.text, from: holder, in: context)
    var write = WritePlan(
      changes: [change],
      confirmation: try confirmation(of: [plan], found, warnings, [], in: context),
      outline: { [change] in
        let counted = Message(count: 1, one: "1 listing", other: "\(1) listings")
        return DryRunResult(
          "Nothing was sent. This would change \(counted) at \(try context.market.place()).",
          steps: [change.planned(in: context.market)],
          notes: context.writer.notes(on: warnings, WriteTerms(input)))
      },
      command: { spec.line(of: input.omitting([DraftOption.name])) })
    write.keepsCopies = input[WriteOptions.keep]
    return write
  }
}
