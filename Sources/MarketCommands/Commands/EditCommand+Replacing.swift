import CommandLanguage
import ListingWrites
import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

extension EditCommand {
  /// Replaces one listing with a new one.
  static func replaceListing(_ input: Input, in context: CommandContext) async throws -> Output {
    guard input[replace] else {
      throw SellerError.picturesStay(replace: spec.line(of: input.setting(replace, to: true)))
    }
    guard input.mentions(images) else {
      throw InvalidListing([.rule("--replace needs the new photos: --image", at: "--replace")])
    }
    let terms = WriteTerms(input)
    let found = try await context.writer.targets(input, listings, needsDetails: true)
    guard found.products.count == 1 else {
      throw InvalidListing([
        .rule("--replace takes one listing, and \(found.products.count) match", at: "--replace")
      ])
    }
    let plan = try await plans(input, of: found, in: context)[0]
    let warnings = warnings(in: [plan], context)
    let replacement = try await PictureReplacement(
      plan, photos: input[images], PhotoOptions(input),
      thumbnail: input[ListingOptions.thumbnail]?.value ?? 1, code: input[ref]?.text,
      mayBeFree: terms.allowed.contains(.zero), in: context.files)
    // Check this after all errors that `--yes` would not fix.
    if !terms.isAnswered, !terms.isDry, !context.console.canAsk {
      throw SellerError.needsConfirmation(command: "edit")
    }
    if terms.isDry { return try outline(replacement, warnings, terms, in: context) }
    let old = plan.before
    try await context.writer.agree(
      context.writer.question(
        """
        Replace \(old.id) \(old.name) at \(context.market.place()) with a new listing, with a new \
        id and date?
        """, skipping: found.skipped),
      count: 1, mustAsk: true, typesCount: found.isByFilter, warnings: warnings, on: terms)
    let client = try await context.market.sellingClient()
    return .change(
      try await context.activity.show("replacing \(old.name)") {
        // Even a single write at the prompt must finish: half of it would leave two listings.
        try await context.writer.finishing { try await replacement.run(client, in: context.market) }
      })
  }

  /// Returns the dry run of a replacement.
  private static func outline(
    _ replacement: PictureReplacement, _ warnings: [ChangeWarning], _ terms: WriteTerms,
    in context: CommandContext
  ) throws -> Output {
    try context.writer.refuseInDryRun(warnings, terms)
    let (plan, old) = (replacement.plan, replacement.plan.before)
    let row = ListingRow(plan.after, code: replacement.code ?? context.market.row(old).code)
    return .dryRun(
      DryRunResult(
        """
        Nothing was sent. This would replace 1 listing at \(try context.market.place()) with a new \
        one, with a new id and date; \(old.id) is removed once the new one exists.
        """,
        steps: [
          ListingChange(
            .replaced, row, differences: plan.differences(to: plan.after, context.money),
            notes: replacement.photos.map(\.summary))
        ],
        notes: context.writer.notes(on: warnings, terms)))
  }
}
