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
    "remove", aliases: ["rm", "delete", "삭제"], group: .sell, summary: "Take your listings down",
    discussion: """
      It asks first, and touches your own listings only. For several, and for those that a filter \
      such as --sold-out finds, the number is asked for. --search looks into names only. The code \
      of a removed listing is free again.
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
      throw SellerError.cannotAsk(question: "removing", option: "--yes")
    }
    let found = try await context.writer.targets(input, listings)
    if terms.isDry { return try outline(found, in: context) }
    if terms.isAnswered, let others = found.leftAlone {
      context.console.report("Left alone: \(others).")
    }
    try await agree(to: found, on: terms, in: context)
    let client = try await context.market.sellingClient()
    let removed = try await context.writer.each(
      found.products,
      BulkWrite(
        verb: ("removed", "removing"), product: { $0 }, goOn: { command(input, for: $0) },
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
    let what =
      products.count > 1
      ? "Remove \(products.count) listings"
      : "Remove \(products[0].id) \(UntrustedText(products[0].name).line)"
    try await context.writer.agree(
      try context.writer.question(what, "from", leaving: found.leftAlone), count: products.count,
      mustAsk: true, typesCount: found.isByFilter, warnings: [], on: terms)
  }

  private static func outline(_ found: OwnTargets, in context: CommandContext) throws -> Output {
    let count = found.products.count
    let counted = count == 1 ? "1 listing" : "\(count) listings"
    let rows = context.market.rows(found.products)
    return .dryRun(
      DryRunResult(
        "Nothing was sent. This would remove \(counted) from \(try context.market.place()).",
        steps: rows.map { ListingChange("would remove", $0) },
        notes: found.leftAlone.map { ["Left alone: \($0)."] } ?? []))
  }

  private static func remove(
    _ product: Product, _ client: OpenMarketClient, in context: CommandContext
  ) async throws -> ListingChange {
    let row = context.market.row(product)
    let last = try await client.remove(product.id).value
    do {
      try context.market.releaseCode(of: product)
    } catch {
      let code = row.code.map { " @\($0)" } ?? ""
      throw context.writer.partly("removed", product, missing: "its code\(code) is not free", error)
    }
    return ListingChange("removed", ListingRow(last, code: row.code))
  }
}
