import CommandLanguage
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

extension EditCommand {
  /// Plans the replacement of one listing with a new one.
  static func planReplacement(
    _ input: Input, in context: CommandContext
  ) async throws -> WritePlan {
    guard input.mentions(images) else {
      throw InvalidListing([.rule("--replace needs the new photos: --image", at: "--replace")])
    }
    let terms = WriteTerms(input)
    let found = try await onlyListing(input, "--replace", in: context)
    let plan = try await plans(input, of: found, in: context)[0]
    let warnings = warnings(in: [plan], context)
    let replacement = try await PictureReplacement(
      plan, photos: input[images], PhotoOptions(input),
      thumbnail: input[ListingOptions.thumbnail]?.value ?? 1, code: input[ref]?.text,
      context.money, in: context.files)
    // Check this after all errors that `--yes` would not fix.
    try context.checkCanConfirm(spec, terms)
    let old = plan.before
    let place = try context.market.place()
    var write = WritePlan(
      changes: [replacement.change(oldCode: try context.market.recordedCode(of: old))],
      confirmation: WritePlan.Confirmation(
        question: """
          Replace \(old.id) \(old.name) at \(place) with a new listing, with a new id and date?
          """,
        mustAsk: true, warnings: warnings, skipped: found.skipped),
      outline: { try outline(replacement, warnings, terms, in: context) },
      command: { spec.line(of: input) })
    write.keepsCopies = input[WriteOptions.keep]
    return write
  }

  /// The one listing whose photos change.
  ///
  /// - Parameter option: the option that takes one listing only.
  static func onlyListing(
    _ input: Input, _ option: String, in context: CommandContext
  ) async throws -> OwnTargets {
    let found = try await context.writer.targets(input, listings, needsDetails: true)
    guard found.products.count == 1 else {
      throw InvalidListing([
        .rule(
          "\(command: option) takes one listing, and \(found.products.count) match", at: option)
      ])
    }
    return found
  }

  /// Returns the dry run of a replacement.
  private static func outline(
    _ replacement: PictureReplacement, _ warnings: [ChangeWarning], _ terms: WriteTerms,
    in context: CommandContext
  ) throws -> DryRunResult {
    let (plan, old) = (replacement.plan, replacement.plan.before)
    let oldCode = try context.market.recordedCode(of: old)
    let row = ListingRow(plan.after, code: replacement.code ?? oldCode)
    let code = replacement.change(oldCode: oldCode).codeDifference
    return DryRunResult(
      """
      Nothing was sent. This would replace 1 listing at \(try context.market.place()) with a new \
      one, with a new id and date; \(old.id) is removed once the new one exists.
      """,
      steps: [
        ListingChange(
          .replaced, row,
          differences: plan.differences(to: plan.after, context.money) + (code.map { [$0] } ?? []),
          notes: replacement.photos.summaries)
      ],
      notes: context.writer.notes(on: warnings, terms))
  }
}
