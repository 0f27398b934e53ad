import CommandLanguage
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession
import TerminalKit

enum RemoveCommand: Command {
  static let listings = Argument<[ListingTarget]>(
    "listing", help: "ids, ranges such as 12..20, or codes such as @MUG-01; or filters"
  ).role(.targets)

  static let spec = CommandSpec(
    "remove", aliases: ["rm", "delete", "삭제"], group: .sell, summary: "Remove your listings",
    discussion: """
      Asks for confirmation, and removes your own listings only. For several listings, and those \
      found by a filter such as --sold-out, you type their number. --search searches names only. \
      The code of a removed listing can be used again.
      """,
    effect: .writesListings, traits: [.freesCodes, .isNeverProposed], fields: ListingField.keys,
    grammar: [listings] + FilterOptions.writing + [WriteOptions.dryRun, WriteOptions.yes],
    rules: [
      .atLeastOne(
        [listings] + FilterOptions.writing,
        description: "a listing such as 12 or @MUG-01, or a filter such as --sold-out")
    ] + FilterOptions.rules,
    examples: [
      "remove @MUG-01", "remove 12..20 --yes", "remove --search mug --dry-run",
    ])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let terms = WriteTerms(input)
    if !terms.isAnswered, !terms.isDry, !context.console.canAsk {
      throw SellerError.needsConfirmation(command: "remove")
    }
    let found = try await context.writer.targets(input, listings)
    if terms.isDry { return try outline(found, in: context) }
    if terms.isAnswered, let skipped = found.skipped {
      context.console.report("Skipped: \(skipped).")
    }
    try await agree(to: found, on: terms, in: context)
    let client = try await context.market.sellingClient()
    let removed = try await context.writer.each(
      found.products,
      BulkWrite(
        action: .removed, product: { $0 }, continuation: { command(input, for: $0) },
        write: { try await remove($0, client, in: context) }))
    return removed.count == 1 ? .change(removed[0]) : .changes(removed)
  }

  /// Returns the command that removes other listings.
  private static func command(_ input: Input, for ids: [Int]) -> String {
    spec.line(
      of: input.omitting(FilterOptions.writing)
        .setting(listings, to: ListingTarget.covering(ids)))
  }

  private static func agree(
    to found: OwnTargets, on terms: WriteTerms, in context: CommandContext
  ) async throws {
    let products = found.products
    let isMany = products.count > 1 || found.isByFilter
    if isMany, !terms.isAnswered {
      let shown = ShortList.shown(of: products.count, most: 10)
      for product in products.prefix(shown) {
        context.console.report("  \(product.id) \(product.name)")
      }
      if products.count > shown { context.console.report("  and \(products.count - shown) more") }
    }
    let place = try context.market.place()
    let question: Message =
      products.count > 1
      ? "Remove \(products.count) listings from \(place)?"
      : "Remove \(products[0].id) \(products[0].name) from \(place)?"
    try await context.writer.agree(
      context.writer.question(question, skipping: found.skipped), count: products.count,
      mustAsk: true, typesCount: found.isByFilter, warnings: [], on: terms)
  }

  private static func outline(_ found: OwnTargets, in context: CommandContext) throws -> Output {
    let count = found.products.count
    let counted = Message(count: count, one: "1 listing", other: "\(count) listings")
    let rows = context.market.rows(found.products)
    return .dryRun(
      DryRunResult(
        "Nothing was sent. This would remove \(counted) from \(try context.market.place()).",
        steps: rows.map { ListingChange(.removed, $0) },
        notes: found.skipped.map { ["Skipped: \($0)."] } ?? []))
  }

  private static func remove(
    _ product: Product, _ client: OpenMarketClient, in context: CommandContext
  ) async throws -> ListingChange {
    let row = context.market.row(product)
    let last = try await client.remove(product.id).value
    context.session.shown.forget(product.id, in: context.market)
    do {
      try context.market.releaseCode(of: product)
    } catch {
      throw context.writer.partly(.removed, product, missing: .freeCode(row.code ?? ""), error)
    }
    return ListingChange(.removed, ListingRow(last, code: row.code))
  }
}
