import Batches
import CommandLanguage
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

enum RemoveCommand: WritingCommand {
  static let listings = ListingTargets.withFilters

  static let spec = CommandSpec(
    "remove", aliases: ["rm", "delete", "삭제"], group: .sell, summary: "Remove your listings",
    discussion: """
      Asks for confirmation, and removes your own listings only. For ten listings or more, \
      you type their number. --search searches names only. \
      The code of a removed listing can be used again. Copies of its photos are kept for `undo`.
      """,
    effect: .writesListings, traits: .isNeverProposed, fields: ListingField.keys,
    grammar: [listings] + FilterOptions.writing + [
      WriteOptions.dryRun, WriteOptions.yes, WriteOptions.keep,
    ],
    rules: [
      .atLeastOne(
        [listings] + FilterOptions.writing,
        description: "a listing such as 12 or @MUG-01, or a filter such as --sold-out")
    ] + FilterOptions.rules,
    examples: ["remove @MUG-01", "remove 12..20 --yes", "remove --search mug --dry-run"])

  static func plan(_ input: Input, in context: CommandContext) async throws -> WritePlan {
    let terms = WriteTerms(input)
    try context.checkCanConfirm(spec, terms)
    let found = try await context.writer.targets(input, listings)
    let changes = context.market.rows(found.products).map { row in
      let product = row.product
      return PlannedChange(
        .removed, before: product,
        requests: [.remove(.listing(product.id), before: ListingContent(product))],
        code: row.code.map { BatchStep.CodeChange(before: $0, after: nil) })
    }
    var plan = WritePlan(
      changes: changes, confirmation: try confirmation(of: found, in: context),
      outline: { try outline(found, in: context) }, command: { spec.line(of: input) })
    plan.keepsCopies = input[WriteOptions.keep]
    return plan
  }

  private static func confirmation(
    of found: OwnTargets, in context: CommandContext
  ) throws -> WritePlan.Confirmation {
    let products = found.products
    let place = try context.market.place()
    var confirmation = WritePlan.Confirmation(
      question: products.count > 1
        ? "Remove \(products.count) listings from \(place)?"
        : "Remove \(products[0].idAndName) from \(place)?",
      count: products.count, mustAsk: true, skipped: found.skipped)
    guard products.count > 1 || found.isByFilter else { return confirmation }
    confirmation.preview = ShortList.lines(products, most: 10) { "\($0.idAndName)" }
    return confirmation
  }

  private static func outline(
    _ found: OwnTargets, in context: CommandContext
  ) throws -> DryRunResult {
    let count = found.products.count
    let counted = Message(count: count, one: "1 listing", other: "\(count) listings")
    let rows = context.market.rows(found.products)
    return DryRunResult(
      "Nothing was sent. This would remove \(counted) from \(try context.market.place()).",
      steps: rows.map { ListingChange(.removed, $0) },
      notes: found.skipped.map { ["Skipped: \($0)."] } ?? [])
  }
}
