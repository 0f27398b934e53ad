import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession
import TerminalKit

enum EditCommand: Command {
  static let listings = Argument<[ListingTarget]>(
    "listing", help: "ids, ranges such as 12..20, or codes such as @MUG-01; or filters"
  ).role(.targets)
  static let price = Option<PriceChange?>("price", help: "a new price, or +10%, -500")
  static let stock = Option<StockChange?>("stock", help: "a new number, or +5, -1")
  static let ref = Option<SellerCode?>(
    "code", otherNames: ["ref"], help: "your own code for it"
  ).role(.givesCode)
  static let images = Option<[PhotoPath]>(
    "image", short: "i", help: "other photos, one to five; needs --replace"
  ).role(.photo)
  static let replace = Flag(
    "replace", help: "put up a new listing with these photos, and take this one down")

  static let changes: [any Parameter] = [
    ListingOptions.name, price, ListingOptions.description, ListingOptions.descriptionFile,
    ListingOptions.discount, ListingOptions.salePrice, ListingOptions.currency, stock,
    ListingOptions.thumbnail, ref, images,
  ]

  static let spec = CommandSpec(
    "edit", aliases: ["update", "수정"], group: .sell, summary: "Change your listings",
    discussion: """
      One listing is changed without a question; the answer shows the line that turns it back. \
      For several, and for those that a filter such as --search finds, the number is asked for. \
      --search looks into names only. Changes that you may not have meant are named and asked \
      about: a price changed by more than a factor of 3 or to nothing, a discount above 90%, \
      another currency, an amount that no coin pays, several listings sold out; off a terminal \
      they need --allow. Pictures of a listing cannot be changed; with --replace a new listing \
      takes over everything else, its code too, and the old one goes when the new one is there.
      """,
    effect: .writesListings, fields: ListingField.keys,
    grammar: [listings] + changes + [
      replace, ListingOptions.prepare, ListingOptions.background, ListingOptions.round,
    ] + FilterOptions.writing + [
      WriteOptions.allow, WriteOptions.dryRun, WriteOptions.yes,
    ],
    rules: [
      .atLeastOne(
        [listings] + FilterOptions.writing,
        description: "a listing such as 12 or @MUG-01, or a filter such as --search"),
      // A replacement without photos has its own error.
      .atLeastOne(
        changes + [replace], description: "something to change such as --price or --stock"),
      .atMostOne([ListingOptions.description, ListingOptions.descriptionFile]),
      .atMostOne([ListingOptions.discount, ListingOptions.salePrice]),
    ] + FilterOptions.rules,
    examples: [
      "edit @MUG-01 --price 11000", "edit 12 --price +10% --round 100 --stock +5",
      "edit 12..20 --discount 10% --yes", "edit --search mug --below 10 --stock +10 --dry-run",
      "edit @MUG-01 --image a.jpg b.jpg --replace --dry-run",
    ])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    if input.mentions(images) || input[replace] { return try await anew(input, in: context) }
    let terms = WriteTerms(input)
    let targets = input[listings]
    let mayBeMany = targets.count != 1 || !targets.allSatisfy(\.isSingle)
    if mayBeMany, !terms.isAnswered, !terms.isDry, !context.console.canAsk {
      throw SellerError.cannotAsk(question: "changing several listings", option: "--yes")
    }
    let found = try await context.writer.targets(
      input, listings, needsDetails: input.mentions(ListingOptions.thumbnail))
    let plans = try plans(input, of: found, in: context)
    let warnings = warnings(in: plans, context)
    if terms.isDry { return try outline(plans, of: found, warnings, terms, in: context) }
    guard !plans.isEmpty else {
      return .reply("Nothing to change: every listing already says that.")
    }
    try await agree(to: plans, of: found, warnings, on: terms, in: context)
    let client = try await context.market.sellingClient()
    let code = input[ref]?.text
    let changed = try await context.writer.each(
      plans,
      BulkWrite(
        verb: ("changed", "changing"), product: { $0.before },
        goOn: { command(input, for: $0) },
        write: { try await change($0, code: code, client, in: context) }))
    return changed.count == 1 ? .change(changed[0]) : .changes(changed)
  }

  /// Returns the command for the same change of other listings.
  private static func command(_ input: Input, for ids: [Int]) -> String {
    spec.line(
      of: input.omitting(FilterOptions.writing)
        .setting(listings, to: ListingTarget.covering(ids)))
  }

  static func warnings(in plans: [EditPlan], _ context: CommandContext) -> [ChangeWarning] {
    let prices = PriceGuard(money: context.money)
    return plans.flatMap { plan in
      prices.warnings(
        of: "\(plan.before.id) \(plan.before.name)", before: plan.before, sending: plan.fields)
    } + prices.warnings(ofAll: plans)
  }

  /// Asks for confirmation if many listings change, if a filter chose them, or if there are
  /// warnings. The first changes are shown with the question.
  private static func agree(
    to plans: [EditPlan], of found: OwnTargets, _ warnings: [ChangeWarning], on terms: WriteTerms,
    in context: CommandContext
  ) async throws {
    let isMany = plans.count > 1 || found.isByFilter
    let first = plans[0].before
    let what =
      plans.count > 1 ? "Change \(plans.count) listings" : "Change \(first.id) \(first.name)"
    let asksNothing =
      (!isMany || terms.isAnswered) && warnings.allSatisfy { terms.allowed.contains($0.kind) }
    if asksNothing {
      if let others = found.leftAlone { context.console.report("Left alone: \(others).") }
      return
    }
    if isMany, context.console.canAsk { tell(plans, in: context) }
    try await context.writer.agree(
      try context.writer.question(what, "at", leaving: found.leftAlone), count: plans.count,
      mustAsk: isMany, typesCount: found.isByFilter, warnings: warnings, on: terms)
  }

  /// Shows the changes of the first listings.
  private static func tell(_ plans: [EditPlan], in context: CommandContext) {
    let shown = ShortList.shown(of: plans.count, most: 10)
    for plan in plans.prefix(shown) {
      let changes = plan.differences(to: plan.after, context.money).map { difference in
        guard let from = difference.from, let to = difference.to else { return difference.label }
        return "\(difference.label) \(from) → \(to)"
      }
      let what = changes.isEmpty ? "" : ": \(changes.joined(separator: ", "))"
      context.console.report("  \(plan.before.id) \(plan.before.name)\(what)")
    }
    if plans.count > shown { context.console.report("  and \(plans.count - shown) more") }
  }

  /// Returns the dry run.
  private static func outline(
    _ plans: [EditPlan], of found: OwnTargets, _ warnings: [ChangeWarning], _ terms: WriteTerms,
    in context: CommandContext
  ) throws -> Output {
    try context.writer.refuseInDryRun(warnings, terms)
    let counted = plans.count == 1 ? "1 listing" : "\(plans.count) listings"
    let same = found.products.count - plans.count
    var heading = "Nothing was sent. This would change \(counted) at \(try context.market.place())"
    if same > 0 { heading += "; \(same) already \(same == 1 ? "says" : "say") that" }
    var notes = context.writer.notes(on: warnings, terms)
    if let others = found.leftAlone { notes.append("Left alone: \(others).") }
    let rows = context.market.rows(plans.map(\.after))
    let steps = zip(plans, rows).map { plan, row in
      ListingChange(
        "would change", row, differences: plan.differences(to: plan.after, context.money))
    }
    return .dryRun(DryRunResult(heading + ".", steps: steps, notes: notes))
  }

  /// Sends a change. Errors after that always say that the market accepted it.
  private static func change(
    _ plan: EditPlan, code: String?, _ client: OpenMarketClient, in context: CommandContext
  ) async throws -> ListingChange {
    var plan = plan
    let product =
      plan.fields.isEmpty ? plan.before : try await client.edit(plan.before.id, plan.fields).value
    var missing = "your number there was not kept"
    do {
      try context.market.learn(from: product)
      if let code {
        missing = "without its code @\(code)"
        let old = context.market.row(product).code
        try context.market.attach(code: code, to: product)
        plan.oldCode = old
      }
    } catch {
      if plan.fields.isEmpty { throw error }
      throw context.writer.partly(
        "changed", product, missing: missing, error,
        retry: code.map { "edit \(product.id) --code \($0)" },
        undoCommand: plan.undoCommand(context.money))
    }
    return ListingChange(
      "changed", context.market.row(product),
      differences: plan.differences(to: product, context.money),
      undoCommand: plan.undoCommand(context.money))
  }

  /// Plans the change of each listing. All errors are reported before anything is sent.
  static func plans(
    _ input: Input, of found: OwnTargets, in context: CommandContext
  ) throws -> [EditPlan] {
    let products = found.products
    if let code = input[ref] {
      guard products.count == 1 else {
        throw SellerError.listing([.rule("--code fits one listing", at: "--code")])
      }
      let taken = try context.market.listing(ofCode: code.text)
      if let taken, taken != products[0].id { throw SellerError.codeTaken(code.text, id: taken) }
    }
    let description = try ListingOptions.description(input, in: context)
    let mayBeFree = WriteTerms(input).allowed.contains(.zero)
    var plans: [EditPlan] = []
    var faults: [ListingFault] = []
    for product in products {
      var plan = EditPlan(product, mayBeFree: mayBeFree)
      do throws(SellerError) {
        try fill(&plan, input, description, context.money)
        if !plan.fields.isEmpty || input.mentions(ref) || input[replace] { plans.append(plan) }
      } catch {
        guard case .listing(let more) = error else { throw error }
        faults += more
      }
    }
    guard faults.isEmpty else { throw SellerError.listing(faults) }
    return plans
  }

  private static func fill(
    _ plan: inout EditPlan, _ input: Input, _ description: String?, _ money: MoneyText
  ) throws(SellerError) {
    let step = input[ListingOptions.round]
    plan.set(name: input[ListingOptions.name]?.value, description: description)
    try plan.set(
      price: input[price], currency: input[ListingOptions.currency]?.currency, step: step,
      money: money)
    try plan.set(
      discount: input[ListingOptions.discount], left: input[ListingOptions.salePrice], step: step)
    if let stock = input[stock] { try plan.set(stock: stock) }
    // In a replacement, the number refers to the new photos.
    if let number = input[ListingOptions.thumbnail]?.value, !input[replace] {
      try plan.set(thumbnail: number)
    }
    try plan.check()
  }
}
