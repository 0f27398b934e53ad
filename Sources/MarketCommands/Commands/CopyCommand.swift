import Batches
import CommandLanguage
import Formatting
import Foundation
import ListingChanges
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession

enum CopyCommand: WritingCommand {
  static let listings = ListingTargets.withFilters
  static let from = Option<Text>(
    "from", help: "the market to copy your listings from, such as home", valueName: "name"
  ).offering(.market)
  static let to = Option<Text>(
    "to", help: "the market to copy them to, by another name", valueName: "name"
  ).offering(.market)

  static let spec = CommandSpec(
    "copy", aliases: ["복사"], group: .sell,
    summary: "Copy your listings to another market or account",
    discussion: """
      Copies your listings with their photos and codes; without listings and filters, all of \
      them. A listing whose code is in use there is not copied again, nor one without a code that \
      has an equal there, so that the same command can be repeated. What differs there is shown \
      and left as it is. resume continues a copy that was stopped, and undo --market NAME takes it \
      back.
      """,
    effect: .writesListings, traits: [.isNeverProposed, .isNotForFiles],
    grammar: [listings, from, to] + FilterOptions.writing + [
      RunCommand.keepGoing, RunCommand.jobs, WriteOptions.allow, WriteOptions.dryRun,
      WriteOptions.yes,
    ],
    rules: FilterOptions.rules,
    examples: [
      "copy --from home --to server --dry-run", "copy @MUG-* --from home --to server --yes",
      "copy --from home --to server --in-stock --jobs 2 --yes",
    ])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let target = context.at(input[to].value)
    // The listings are not those of the market in use, which ids and `undo` would refer to.
    let output: Output
    do {
      output = try await carryOut(input, in: target)
    } catch var failure as BatchFailure {
      (failure.changes, failure.summary.title) = (nil, "\(spec.name)")
      throw failure
    }
    let changes: [ListingChange]
    switch output {
    case .change(let change): changes = [change]
    case .changes(let all): changes = all
    default: return output
    }
    let profile = try target.market.profile()
    let market = profile.name
    let isHere = try context.market.connections.currentProfile().key == profile.key
    return .reply(
      Reply(
        Message(
          count: changes.count, one: "Copied 1 listing to \(market).",
          other: "Copied \(changes.count) listings to \(market)."),
        try: ["list --mine", "undo"].map {
          isHere ? $0 : "\($0) --market \(Quoting.quote(market))"
        },
        facts: ["copied": .array(changes.map { .integer($0.row.product.id) })]))
  }

  /// - Parameter context: that of the market to copy to.
  static func plan(_ input: Input, in context: CommandContext) async throws -> WritePlan {
    let terms = WriteTerms(input)
    let source = context.at(input[from].value)
    let (old, new) = (try source.market.profile(), try context.market.profile())
    guard old.url != new.url || old.accountDigest != new.accountDigest else {
      throw CopyError.sameAccount(old.name)
    }
    guard new.credentials != nil || new.isHome else {
      throw SellerError.notSignedIn(market: new.name)
    }
    try context.checkCanConfirm(spec, terms)
    let line = spec.line(of: input)
    if !terms.isDry, let open = try unfinished(in: context) {
      throw CopyError.unfinished(open.id, summary: open.summary)
    }
    let found = try await targets(input, in: source)
    let comparison = try await CopyComparison(source.market.rows(found.products), in: context)
    let changes = try changes(comparison.missing, terms, in: context)
    var plan = WritePlan(
      changes: changes,
      confirmation: try confirmation(changes, comparison, found, from: source, in: context),
      emptyReply: emptyReply(comparison, to: new.name),
      outline: { try outline(changes, comparison, found, terms, from: source, in: context) },
      command: { line })
    let client = try await source.market.client()
    plan.complete = { folder in
      try await photos(of: comparison.missing, for: changes, client, into: folder, in: context)
    }
    plan.keepsGoing = input[RunCommand.keepGoing]
    plan.jobs = input[RunCommand.jobs]?.value
    if !terms.isDry { report(comparison, in: context) }
    return plan
  }

  /// The listings to copy in full; without targets and filters, all of the seller.
  private static func targets(
    _ input: Input, in source: CommandContext
  ) async throws -> OwnTargets {
    let isLimited = spec.mentions(.targets, in: input) || spec.mentions(.filter, in: input)
    let chosen = isLimited ? input : input.setting(FilterOptions.mine, to: true)
    var found = try await source.writer.targets(chosen, listings, needsDetails: true)
    // The oldest first, so that lists show them in the same order there.
    found.products.sort { $0.id < $1.id }
    return found
  }

  /// An earlier copy that was stopped: after another one, `resume` would add some listings twice.
  private static func unfinished(in context: CommandContext) throws -> StoredBatch? {
    let profile = try context.market.profile()
    let batches = try context.market.journal.batches(
      market: profile.url, account: profile.accountDigest ?? "")
    return batches.last { $0.state == .open && $0.plan.command.hasPrefix("\(spec.name) ") }
  }

  /// The new listings, checked as those of `add`.
  private static func changes(
    _ rows: [ListingRow], _ terms: WriteTerms, in context: CommandContext
  ) throws(InvalidListing) -> [PlannedChange] {
    var faults: [ListingFault] = []
    let changes = rows.map { row in
      let product = row.product
      let fields = ListingFields(copying: product)
      faults += self.faults(of: fields, product, terms, context.money)
      return PlannedChange(
        .added, before: nil,
        requests: AddCommand.requests(fields, thumbnail: product.thumbnailNumber),
        code: row.code.map { .init(before: nil, after: $0) })
    }
    guard faults.isEmpty else { throw InvalidListing(faults) }
    return changes
  }

  private static func faults(
    of fields: ListingFields, _ product: Product, _ terms: WriteTerms, _ money: MoneyText
  ) -> [ListingFault] {
    let unknown = fields.unknownMembers
    guard unknown.isEmpty else {
      let names = Message.list(unknown.map { "\(formatted: $0)" })
      return [.rule("\(product.id): the market did not send \(names)")]
    }
    return ListingLimits.violations(in: fields, imageCount: product.pictures?.count ?? 0)
      .filter { !(terms.allowed.contains(.zero) && $0.member == "price" && fields.price == 0) }
      .map { ListingFault($0, of: product.id, in: fields.currency ?? .unknown, money) }
  }

  private static func confirmation(
    _ changes: [PlannedChange], _ comparison: CopyComparison, _ found: OwnTargets,
    from source: CommandContext, in context: CommandContext
  ) throws -> WritePlan.Confirmation {
    let prices = PriceGuard(money: context.money)
    let warnings = zip(comparison.missing, changes).flatMap { row, change in
      prices.warnings(
        of: "\(row.product.id) \(row.product.name)", before: nil, sending: change.fields)
    }
    let (old, new) = (try source.market.place(), try context.market.place())
    let count = changes.count
    var confirmation = WritePlan.Confirmation(
      question: Message(
        count: count, one: "Copy 1 listing from \(old) to \(new)?",
        other: "Copy \(count) listings from \(old) to \(new)?"), count: count, mustAsk: true,
      warnings: warnings, skipped: skipped(comparison, found))
    confirmation.preview = ShortList.lines(comparison.missing, most: 10, \.summary)
    return confirmation
  }

  private static func skipped(_ comparison: CopyComparison, _ found: OwnTargets) -> Message? {
    var parts = [found.skipped].compactMap(\.self)
    if comparison.presentCount > 0 { parts.append("\(comparison.presentCount) already there") }
    let count = comparison.differing.count
    if count > 0 {
      parts.append(
        Message(count: count, one: "1 that differs there", other: "\(count) that differ there"))
    }
    return parts.isEmpty ? nil : .list(parts, .and)
  }

  private static func emptyReply(_ comparison: CopyComparison, to market: String) -> Message {
    let (same, others) = (comparison.presentCount, comparison.differing.count)
    let there = Message(
      count: same, one: "Nothing to copy: 1 listing is at \(market) already.",
      other: "Nothing to copy: \(same) listings are at \(market) already.")
    guard others > 0 else { return there }
    return .list(
      [
        there,
        Message(
          count: others, one: "1 differs there and was left as it is.",
          other: "\(others) differ there and were left as they are."),
      ], .sentences)
  }

  /// Names the listings that differ, which the seller may want to edit.
  private static func report(_ comparison: CopyComparison, in context: CommandContext) {
    let lines = ShortList.lines(comparison.differing) { $0.message(context.money) }
    for line in lines { context.console.report(line) }
  }

  private static func outline(
    _ changes: [PlannedChange], _ comparison: CopyComparison, _ found: OwnTargets,
    _ terms: WriteTerms, from source: CommandContext, in context: CommandContext
  ) throws -> DryRunResult {
    let count = changes.count
    let (old, new) = (try source.market.place(), try context.market.place())
    let confirmation = try confirmation(changes, comparison, found, from: source, in: context)
    var notes = context.writer.notes(on: confirmation.warnings, terms)
    if let skipped = confirmation.skipped { notes.append("Skipped: \(skipped).") }
    notes += comparison.differing.map { $0.message(context.money) }
    return DryRunResult(
      Message(
        count: count, one: "Nothing was sent. This would copy 1 listing from \(old) to \(new).",
        other: "Nothing was sent. This would copy \(count) listings from \(old) to \(new)."),
      steps: comparison.missing.map { ListingChange(.added, $0) }, notes: notes)
  }

  /// The changes with copies of the photos in the folder of the batch.
  private static func photos(
    of rows: [ListingRow], for changes: [PlannedChange], _ client: OpenMarketClient,
    into folder: BatchFolder, in context: CommandContext
  ) async throws -> [PlannedChange] {
    let copies = CopiedPhotos(client: client)
    return try await context.activity.show("copying photos", total: rows.count) {
      try await copies.stored(of: rows.map(\.product), for: changes, in: folder) {
        context.activity.update(done: $0)
      }
    }
  }
}

extension ListingRow {
  /// `12 @MUG-01 Oak mug`.
  fileprivate var summary: Message {
    code.map { "\(product.id) @\($0) \(product.name)" } ?? "\(product.id) \(product.name)"
  }
}

/// Why a shop cannot be copied.
enum CopyError: ReportedError {
  case sameAccount(String)
  /// An earlier copy was stopped.
  case unfinished(Int, summary: Message)

  func report(at market: MarketProfile?) -> ErrorReport {
    switch self {
    case .sameAccount(let name):
      ErrorReport(
        "\(command: "--from") and \(command: "--to") are the same shop at \(name)",
        at: "--to", suggestions: ["markets"], exitCode: .usage)
    case .unfinished(let id, let summary):
      ErrorReport(
        "an earlier copy is unfinished as batch \(id): \(summary)",
        suggestions: ["resume \(id)", "undo batch \(id)"], exitCode: .usage)
    }
  }
}
