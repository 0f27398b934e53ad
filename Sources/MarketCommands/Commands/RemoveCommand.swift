/// `remove`: takes one's own listings off the market.
import CommandLanguage
import MarketRender
import MarketWire
import OpenMarketClient
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
    effect: .writesListings, traits: [.freesCodes, .isNeverProposed], fields: ProductField.keys,
    grammar: [listings] + FilterOptions.writing + [WriteOptions.dryRun, WriteOptions.yes],
    rules: [
      .atLeastOne(
        [listings] + FilterOptions.writing,
        told: "a listing such as 12 or @MUG-01, or a filter such as --sold-out")
    ] + FilterOptions.rules,
    examples: [
      "remove @MUG-01", "remove 12..20 --yes", "remove --search mug --dry-run",
    ])

  static func run(_ input: Input, in session: Session) async throws -> Output {
    let terms = session.terms(input)
    if !terms.isAnswered, !terms.isDry, !session.canAsk {
      throw SellerError.cannotAsk(question: "removing", option: "--yes")
    }
    let found = try await session.targets(input, listings)
    if terms.isDry { return try outline(found, in: session) }
    if terms.isAnswered, let others = found.leftAlone { session.report("Left alone: \(others).") }
    try await agree(to: found, on: terms, in: session)
    let client = try await session.sellingClient()
    let removed = try await session.each(
      found.products,
      BulkWrite(
        verb: ("removed", "removing"), product: { $0 }, goOn: { command(input, for: $0) },
        write: { try await remove($0, client, in: session) }))
    return removed.count == 1 ? .change(removed[0]) : .changes(removed)
  }

  /// The removal of other listings.
  private static func command(_ input: Input, for ids: [Int]) -> String {
    spec.line(
      of: input.omitting(FilterOptions.writing)
        .setting(listings, to: ListingTarget.covering(ids)))
  }

  private static func agree(
    to found: OwnTargets, on terms: WriteTerms, in session: Session
  ) async throws {
    let products = found.products
    let isMany = products.count > 1 || found.isByFilter
    if isMany, !terms.isAnswered {
      let shown = ShortList.shown(of: products.count, most: 10)
      for product in products.prefix(shown) { session.report("  \(product.id) \(product.name)") }
      if products.count > shown { session.report("  and \(products.count - shown) more") }
    }
    let what =
      products.count > 1
      ? "Remove \(products.count) listings"
      : "Remove \(products[0].id) \(UntrustedText(products[0].name).line)"
    try await session.agree(
      try session.question(what, "from", leaving: found.leftAlone), count: products.count,
      mustAsk: true, typesCount: found.isByFilter, warnings: [], on: terms)
  }

  private static func outline(_ found: OwnTargets, in session: Session) throws -> Output {
    let count = found.products.count
    let counted = count == 1 ? "1 listing" : "\(count) listings"
    let rows = session.rows(found.products)
    return .plan(
      Plan(
        "Nothing was sent. This would remove \(counted) from \(try session.place()).",
        steps: rows.map { Change("would remove", $0) },
        notes: found.leftAlone.map { ["Left alone: \($0)."] } ?? []))
  }

  private static func remove(
    _ product: Product, _ client: OpenMarketClient, in session: Session
  ) async throws -> Change {
    let row = session.row(product)
    let last = try await client.remove(product.id).value
    do {
      try session.releaseCode(of: product)
    } catch {
      let code = row.code.map { " @\($0)" } ?? ""
      throw session.partly("removed", product, missing: "its code\(code) is not free", error)
    }
    return Change("removed", ProductRow(last, code: row.code))
  }
}
