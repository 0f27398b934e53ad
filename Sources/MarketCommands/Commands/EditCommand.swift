import CommandLanguage
import Foundation
import ListingWrites
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
    "code", otherNames: ["ref"], help: "your code for the listing"
  ).role(.givesCode)
  static let images = Option<[PhotoPath]>(
    "image", short: "i", help: "new photos, one to five; needs --replace"
  ).role(.photo)
  static let replace = Flag(
    "replace", help: "create a new listing with these photos, and remove this one")

  static let newCurrency = Option<CurrencyCode?>(
    "new-currency", help: "another currency for its price")

  static let changes: [any Parameter] = [
    ListingOptions.name, price, ListingOptions.description, ListingOptions.descriptionFile,
    ListingOptions.discount, ListingOptions.salePrice, newCurrency, stock,
    ListingOptions.thumbnail, ref, images,
  ]

  static let spec = CommandSpec(
    "edit", aliases: ["update", "수정"], group: .sell, summary: "Change your listings",
    discussion: """
      One listing is changed without a question, and the output shows the command that undoes \
      the change. Several listings, and those found by a filter such as --search, need \
      confirmation: you type their number. --search searches names only. Unusual changes need \
      confirmation, too: a price changed by more than a factor of 3 or to 0, a discount above \
      90%, another currency, an amount smaller than the smallest coin, several listings sold out; \
      without a terminal, add --allow. The photos of a listing cannot be changed; --replace \
      creates a new listing with everything else, including the code, and then removes the old \
      one.
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
        changes + [replace], description: "a change such as --price or --stock"),
      .atMostOne([ListingOptions.description, ListingOptions.descriptionFile]),
      .atMostOne([ListingOptions.discount, ListingOptions.salePrice]),
    ] + FilterOptions.rules,
    examples: [
      "edit @MUG-01 --price 11000", "edit 12 --price +10% --round 100 --stock +5",
      "edit 12..20 --discount 10% --yes", "edit --search mug --below 10 --stock +10 --dry-run",
      "edit @MUG-01 --image a.jpg b.jpg --replace --dry-run",
    ])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    if input.mentions(images) || input[replace] {
      return try await replaceListing(input, in: context)
    }
    let terms = WriteTerms(input)
    let targets = input[listings]
    let mayBeMany = targets.count != 1 || !targets.allSatisfy(\.isSingle)
    if mayBeMany, !terms.isAnswered, !terms.isDry, !context.console.canAsk {
      throw SellerError.needsConfirmation(command: "edit")
    }
    let all = try await context.writer.targets(
      input, listings, needsDetails: input.mentions(ListingOptions.thumbnail))
    let found = try await withCurrencyOfAmounts(all, input, in: context)
    let plans = try await plans(input, of: found, in: context)
    let holder = try await codeHolder(input, besides: plans.first, in: context)
    let warnings = warnings(in: plans, context) + Self.warnings(ofMoving: input[ref], from: holder)
    if terms.isDry { return try outline(plans, of: found, warnings, input, in: context) }
    guard !plans.isEmpty else {
      return .reply("Nothing to change: every listing already has these values.")
    }
    try await agree(to: plans, of: found, warnings, on: terms, in: context)
    let client = try await context.market.sellingClient()
    let code = input[ref]?.text
    let notes =
      (plans.count == 1 ? discountNotes(on: plans[0], input, in: context) : [])
      + Self.notes(onMoving: code, from: holder, in: context)
    let changed = try await context.writer.each(
      plans,
      BulkWrite(
        action: .changed, product: { $0.before },
        continuation: { command(input, for: $0) },
        write: {
          try await change($0, code: code, moves: holder != nil, notes: notes, client, in: context)
        }))
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
    let place = try context.market.place()
    let question: Message =
      plans.count > 1
      ? "Change \(plans.count) listings at \(place)?"
      : "Change \(first.id) \(first.name) at \(place)?"
    let asksNothing =
      (!isMany || terms.isAnswered) && warnings.allSatisfy { terms.allowed.contains($0.kind) }
    if asksNothing {
      if let skipped = found.skipped { context.console.report("Skipped: \(skipped).") }
      return
    }
    if isMany, context.console.canAsk { report(plans, in: context) }
    try await context.writer.agree(
      context.writer.question(question, skipping: found.skipped), count: plans.count,
      mustAsk: isMany, typesCount: found.isByFilter, warnings: warnings, on: terms)
  }

  /// Shows the changes of the first listings.
  private static func report(_ plans: [EditPlan], in context: CommandContext) {
    let shown = ShortList.shown(of: plans.count, most: 10)
    for plan in plans.prefix(shown) {
      let changes = plan.differences(to: plan.after, context.money).map { difference -> Message in
        guard let from = difference.from, let to = difference.to else { return difference.label }
        return "\(difference.label) \(from) → \(to)"
      }
      let listing: Message = "\(plan.before.id) \(plan.before.name)"
      context.console.report(
        changes.isEmpty ? "  \(listing)" : "  \(listing): \(Message.list(changes))")
    }
    if plans.count > shown { context.console.report("  and \(plans.count - shown) more") }
  }

  /// Returns the dry run.
  private static func outline(
    _ plans: [EditPlan], of found: OwnTargets, _ warnings: [ChangeWarning], _ input: Input,
    in context: CommandContext
  ) throws -> Output {
    let terms = WriteTerms(input)
    try context.writer.refuseInDryRun(warnings, terms)
    let counted = Message(
      count: plans.count, one: "1 listing", other: "\(plans.count) listings")
    let same = found.products.count - plans.count
    let place = try context.market.place()
    let heading: Message =
      same == 0
      ? "Nothing was sent. This would change \(counted) at \(place)."
      : "Nothing was sent. This would change \(counted) at \(place); \(unchanged(same))."
    var notes = context.writer.notes(on: warnings, terms)
    if let skipped = found.skipped { notes.append("Skipped: \(skipped).") }
    let rows = context.market.rows(plans.map(\.after))
    let steps = zip(plans, rows).map { plan, row in
      ListingChange(
        .changed, row, differences: plan.differences(to: plan.after, context.money),
        notes: plans.count == 1 ? discountNotes(on: plan, input, in: context) : [])
    }
    return .dryRun(DryRunResult(heading, steps: steps, notes: notes))
  }

  private static func unchanged(_ count: Int) -> Message {
    Message(
      count: count, one: "1 already has these values", other: "\(count) already have these values")
  }

  /// Sends a change. Errors after that always say that the market accepted it.
  private static func change(
    _ plan: EditPlan, code: String?, moves: Bool, notes: [Message], _ client: OpenMarketClient,
    in context: CommandContext
  ) async throws -> ListingChange {
    var plan = plan
    let product =
      plan.fields.isEmpty ? plan.before : try await client.edit(plan.before.id, plan.fields).value
    var missing = PartialChange.Missing.vendorID
    do {
      try context.market.learn(from: product)
      if let code {
        missing = .code(code)
        let old = context.market.row(product).code
        try await context.market.attach(code: code, to: product, moves: moves)
        plan.oldCode = old
      }
    } catch {
      if plan.fields.isEmpty { throw error }
      throw context.writer.partly(
        .changed, product, missing: missing, error,
        retry: code.map { "edit \(product.id) --code \($0)" },
        undoCommand: plan.undoCommand(context.money))
    }
    return ListingChange(
      .changed, context.market.row(product),
      differences: plan.differences(to: product, context.money), notes: notes,
      undoCommand: plan.undoCommand(context.money))
  }

  /// Plans the change of each listing. All errors are reported before anything is sent.
  static func plans(
    _ input: Input, of found: OwnTargets, in context: CommandContext
  ) async throws -> [EditPlan] {
    let products = found.products
    if let code = input[ref] {
      guard products.count == 1 else {
        throw InvalidListing([.rule("--code fits one listing", at: "--code")])
      }
      // A replacement moves the code of the old listing, so that it cannot move another one.
      let taken = input[replace] ? try await context.market.holder(ofCode: code.text) : nil
      if let taken, taken != products[0].id { throw SellerError.codeTaken(code.text, id: taken) }
    }
    let description = try ListingOptions.description(input, in: context)
    let mayBeFree = WriteTerms(input).allowed.contains(.zero)
    var plans: [EditPlan] = []
    var faults: [ListingFault] = []
    for product in products {
      var plan = EditPlan(product, mayBeFree: mayBeFree)
      do throws(InvalidListing) {
        try fill(&plan, input, description, context.money)
        if !plan.fields.isEmpty || input.mentions(ref) || input[replace] { plans.append(plan) }
      } catch {
        faults += error.faults
      }
    }
    guard faults.isEmpty else { throw InvalidListing(faults) }
    return plans
  }

  private static func fill(
    _ plan: inout EditPlan, _ input: Input, _ description: String?, _ money: MoneyText
  ) throws(InvalidListing) {
    let step = input[ListingOptions.round]
    plan.set(name: input[ListingOptions.name]?.value, description: description)
    try plan.set(
      price: input[price], currency: input[newCurrency]?.currency, step: step, money: money)
    if namesDiscount(input) {
      try plan.set(
        discount: input[ListingOptions.discount], left: input[ListingOptions.salePrice], step: step)
    } else {
      plan.keepDiscountShare()
    }
    if let stock = input[stock] { try plan.set(stock: stock) }
    // In a replacement, the number refers to the new photos.
    if let number = input[ListingOptions.thumbnail]?.value, !input[replace] {
      try plan.set(thumbnail: number)
    }
    try plan.check(money)
  }
}
