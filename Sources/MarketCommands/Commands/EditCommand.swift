import Batches
import CommandLanguage
import Formatting
import Foundation
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

enum EditCommand: WritingCommand {
  static let listings = ListingTargets.withFilters
  static let price = Option<PriceChange?>(
    "price", otherNames: ["판매가"], help: "a new price, or +10%, -500")
  static let stock = Option<StockChange?>("stock", help: "a new number, or +5, -1")
  static let ref = Option<SellerCode?>(
    "code", otherNames: ["ref"], help: "your code for the listing"
  ).role(.givesCode)
  static let images = Option<[PhotoPath]>(
    "image", short: "i", help: "new photos, one to five, instead of the present ones"
  ).role(.photo)
  static let addedPhotos = Option<[PhotoPath]>(
    "add-photo", help: "new photos behind the present ones"
  ).role(.photo)
  static let removedPhotos = Option<[Count]>(
    "remove-photo", help: "the numbers of photos to remove, from 1", valueName: "N",
    check: Count.within(1...5))
  static let replace = Flag(
    "replace", help: "create a new listing with these photos, and remove this one")

  static let editor = Flag(
    "editor", help: "change up to 50 listings as text in your editor (VISUAL or EDITOR)")

  static let newCurrency = Option<CurrencyCode?>(
    "new-currency", help: "another currency for its price")

  static let atLeast = Flag(
    "at-least", help: "leave discounts alone that are larger than the new one")

  static let changes: [any Parameter] = [
    ListingOptions.name, price, ListingOptions.description, ListingOptions.descriptionFile,
    ListingOptions.discount, ListingOptions.salePrice, newCurrency, stock,
    ListingOptions.thumbnail, ref, images, addedPhotos, removedPhotos, find, replacement, fields,
    append, prepend, ending,
  ]

  /// The fields that rows of a list do not have.
  static let detailed: [any Parameter] = [
    ListingOptions.description, ListingOptions.descriptionFile, ListingOptions.thumbnail,
  ]

  static let spec = CommandSpec(
    "edit", aliases: ["update", "수정"], group: .sell, summary: "Change your listings",
    discussion: """
      One listing is changed without a question, and the output shows the command that undoes \
      the change. Several listings, and those found by a filter such as --search, need \
      confirmation; for ten or more, you type their number. --search searches names only. Unusual \
      changes need confirmation, too: a price for buyers changed by more than a factor of 3 or to 0, \
      a discount above 90%, another currency, an amount smaller than the smallest coin, several \
      listings sold out, a stock above 100,000, a discount for several listings that lowers a \
      larger one; without a terminal, add --allow. --at-least leaves larger discounts alone. --image \
      exchanges the photos of one listing, --add-photo and --remove-photo some of them; its id \
      and link stay, and undo brings the old photos back. At a market that cannot exchange photos, \
      --image with --replace creates a new listing with everything else, including the code, and \
      then removes the old one.

      --find and --replace-with change words in names and descriptions, --append and --prepend add \
      a text to descriptions, on a line of its own unless it begins or ends with a space; --in \
      says where. --ending 900 moves each price to the nearest one that ends in 900, and what \
      buyers pay for discounted listings. --editor \
      opens the listings in your editor as text. Of words that change, the plan shows \
      {old → new}, {+ new} or {- old}.
      """,
    effect: .writesListings, fields: ListingField.keys,
    grammar: [listings] + changes + [
      editor, DraftOption.name, replace, ListingOptions.prepare, ListingOptions.background,
      ListingOptions.round, atLeast,
    ] + FilterOptions.writing + [
      WriteOptions.allow, WriteOptions.dryRun, WriteOptions.yes, WriteOptions.keep,
    ],
    rules: [
      .atLeastOne(
        [listings] + FilterOptions.writing,
        description: "a listing such as 12 or @MUG-01, or a filter such as --search"),
      // A replacement without photos has its own error.
      .atLeastOne(
        changes + [replace, editor], description: "a change such as --price or --stock"),
      .atMostOne([ListingOptions.description, ListingOptions.descriptionFile]),
      .atMostOne([ListingOptions.discount, ListingOptions.salePrice]),
      .allOrNone([find, replacement]), .atMostOne([editor, replace]),
      .atMostOne([images, addedPhotos]), .atMostOne([images, removedPhotos]),
      .atMostOne([replace, addedPhotos]), .atMostOne([replace, removedPhotos]),
    ] + FilterOptions.rules,
    examples: [
      "edit @MUG-01 --price 11000", "edit 12 --price +10% --round 100 --stock +5",
      "edit 12..20 --discount 10% --yes", "edit --search mug --below 10 --stock +10 --dry-run",
      "edit @MUG-01 --image a.jpg b.jpg --dry-run",
      "edit --mine --find mug --replace-with cup --in name --dry-run",
      "edit --search mug --ending 900 --dry-run",
    ])

  static func plan(_ input: Input, in context: CommandContext) async throws -> WritePlan {
    if input[editor] { return try await planEdited(input, in: context) }
    try checkFields(input)
    if input[replace] { return try await planReplacement(input, in: context) }
    if changesPhotos(input) { return try await planExchange(input, in: context) }
    let terms = WriteTerms(input)
    let targets = input[listings]
    let mayBeMany = targets.count != 1 || !targets.allSatisfy(\.isSingle)
    if mayBeMany { try context.checkCanConfirm(spec, terms) }
    let all = try await context.writer.targets(input, listings, needsDetails: needsDetails(input))
    let found = withPricesFor(
      input[ending], try await withCurrencyOfAmounts(all, input, in: context))
    let plans = try await plans(input, of: found, in: context)
    let holder = try await codeHolder(input, besides: plans.first, in: context)
    let warnings =
      warnings(in: plans, context) + Self.warnings(ofMoving: input[ref]?.text, from: holder)
      + Self.warnings(ofLesseningDiscountsIn: plans, of: found, input)
    let moving = notes(onMoving: input[ref]?.text, from: holder, in: context)
    let changes = try plans.map { plan in
      try change(
        plan, input, takenFrom: holder,
        notes: (plans.count == 1 ? discountNotes(on: plan, input, in: context) : []) + moving,
        in: context.market)
    }
    let codes = changes.map(\.codeDifference)
    var plan = WritePlan(
      changes: changes,
      confirmation: try confirmation(of: plans, found, warnings, codes, in: context),
      emptyReply: noMatch(found, input)
        ?? "Nothing to change: every listing already has these values.",
      outline: { try outline(plans, of: found, warnings, input, codes, in: context) },
      command: { spec.line(of: input.omitting([DraftOption.name])) })
    plan.changesRelatively = isRelative(input)
    return plan
  }

  /// Whether new values depend on the old ones.
  private static func isRelative(_ input: Input) -> Bool {
    if case .by? = input[stock] { return true }
    if textChanges.contains(where: { input.mentions($0) }) { return true }
    switch input[price] {
    case .by?, .percent?: return true
    case .to?, nil: return false
    }
  }

  private static func change(
    _ plan: EditPlan, _ input: Input, takenFrom holder: Int?, notes: [Message],
    in market: CurrentMarket
  ) throws -> PlannedChange {
    var change = PlannedChange(
      .changed, before: plan.before,
      requests: [
        .edit(.listing(plan.before.id), before: ListingContent(plan.before), after: plan.fields)
      ],
      code: try code(input, of: plan.before, takenFrom: holder, in: market), notes: notes)
    change.lessensDiscount = plan.lessensDiscount
    return change
  }

  /// The code that a listing gets with `--code`.
  static func code(
    _ input: Input, of listing: Product, takenFrom holder: Int?, in market: CurrentMarket
  ) throws -> BatchStep.CodeChange? {
    try input[ref].map { code in
      BatchStep.CodeChange(
        before: try market.recordedCode(of: listing), after: code.text, takenFrom: holder)
    }
  }

  static func warnings(in plans: [EditPlan], _ context: CommandContext) -> [ChangeWarning] {
    let prices = PriceGuard(money: context.money)
    return plans.flatMap { plan in
      prices.warnings(
        of: plan.before.idAndName, before: plan.before, sending: plan.fields)
    } + prices.warnings(ofAll: plans)
  }

  /// Asks if many listings change, or if a filter chose them, and shows the first changes.
  static func confirmation(
    of plans: [EditPlan], _ found: OwnTargets, _ warnings: [ChangeWarning],
    _ codes: [ListingChange.Difference?], in context: CommandContext
  ) throws -> WritePlan.Confirmation {
    let isMany = plans.count > 1 || found.isByFilter
    let place = try context.market.place()
    var confirmation = WritePlan.Confirmation(
      question: "Change \(plans.count) listings at \(place)?", count: plans.count,
      mustAsk: isMany, warnings: warnings, skipped: found.skipped)
    if plans.count == 1 {
      let first = plans[0].before
      confirmation.question = "Change \(first.idAndName) at \(place)?"
    }
    guard isMany else { return confirmation }
    let numbered = Array(plans.enumerated())
    confirmation.preview = ShortList.lines(numbered, most: 10) { index, plan in
      let changes = differences(plan, codes, index, context.money).map(\.message)
      // The words of a name that changes are not repeated.
      let listing: Message =
        "\(plan.fields.name == nil ? plan.before.idAndName : plan.before.idOrName)"
      return changes.isEmpty ? listing : "\(listing): \(Message.list(changes))"
    }
    return confirmation
  }

  /// The changes of a listing, with that of its code if it is known.
  private static func differences(
    _ plan: EditPlan, _ codes: [ListingChange.Difference?], _ index: Int, _ money: MoneyText
  ) -> [ListingChange.Difference] {
    let code = codes.indices.contains(index) ? codes[index] : nil
    return plan.differences(to: plan.after, money) + (code.map { [$0] } ?? [])
  }

  /// Returns the dry run.
  static func outline(
    _ plans: [EditPlan], of found: OwnTargets, _ warnings: [ChangeWarning], _ input: Input,
    _ codes: [ListingChange.Difference?], in context: CommandContext
  ) throws -> DryRunResult {
    if plans.isEmpty, let reply = noMatch(found, input) { return DryRunResult(reply, steps: []) }
    let counted = Message(count: plans.count, one: "1 listing", other: "\(plans.count) listings")
    let same = found.products.count - plans.count
    let place = try context.market.place()
    let heading: Message =
      same == 0
      ? "Nothing was sent. This would change \(counted) at \(place)."
      : "Nothing was sent. This would change \(counted) at \(place); \(unchanged(same, input))."
    var notes = context.writer.notes(on: warnings, WriteTerms(input))
    if let skipped = found.skipped { notes.append("Skipped: \(skipped).") }
    let rows = context.market.rows(plans.map(\.after))
    let steps = zip(plans, rows).enumerated().map { index, step in
      ListingChange(
        .changed, step.1, differences: differences(step.0, codes, index, context.money),
        notes: plans.count == 1 ? discountNotes(on: step.0, input, in: context) : [])
    }
    return DryRunResult(heading, steps: steps, notes: notes)
  }

  static func unchanged(_ count: Int, _ input: Input) -> Message {
    // The discount of a sale is always at least so large.
    if input.value(of: atLeast) ?? true {
      return Message(
        count: count, one: "1 already has this discount or a larger one",
        other: "\(count) already have this discount or a larger one")
    }
    if onlyReplacesWords(input) {
      return Message(
        count: count, one: "1 does not contain these words",
        other: "\(count) do not contain these words")
    }
    return Message(
      count: count, one: "1 already has these values", other: "\(count) already have these values")
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
    var plans: [EditPlan] = []
    var faults: [ListingFault] = []
    for product in products {
      var plan = EditPlan(product)
      do throws(InvalidListing) {
        try fill(&plan, input, description, context.money)
        if !plan.fields.isEmpty || input.mentions(ref) || changesPhotos(input) {
          plans.append(plan)
        }
      } catch {
        faults += error.faults
      }
    }
    guard faults.isEmpty else { throw InvalidListing(faults) }
    // What is worse for buyers comes first, where a long plan shows it.
    return plans.filter(\.lessensDiscount) + plans.filter { !$0.lessensDiscount }
  }

  /// Sets all values, and throws what is wrong with any of them.
  static func fill(
    _ plan: inout EditPlan, _ input: Input, _ description: String?, _ money: MoneyText
  ) throws(InvalidListing) {
    var faults: [ListingFault] = []
    func attempt(_ set: () throws(InvalidListing) -> Void) {
      do throws(InvalidListing) { try set() } catch { faults += error.faults }
    }
    let step = input[ListingOptions.round]
    plan.set(name: input[ListingOptions.name]?.value, description: description)
    plan.set(textChanges(input))
    attempt { () throws(InvalidListing) in
      try plan.set(
        price: input[price], currency: input[newCurrency]?.currency, step: step,
        ending: input[ending], money: money)
    }
    if !namesDiscount(input) {
      attempt { () throws(InvalidListing) in try plan.keepDiscountShare(step: step) }
    } else if faults.isEmpty {
      attempt { () throws(InvalidListing) in
        try plan.set(
          discount: input[ListingOptions.discount], left: input[ListingOptions.salePrice],
          step: step, keepsLarger: input[atLeast])
      }
    }
    if let ending = input[ending], faults.isEmpty { plan.setPaid(ending: ending) }
    attempt { () throws(InvalidListing) in
      if let stock = input[stock] { try plan.set(stock: stock) }
    }
    attempt { () throws(InvalidListing) in
      // With other photos, the number refers to those afterwards.
      guard let number = input[ListingOptions.thumbnail]?.value, !changesPhotos(input) else {
        return
      }
      try plan.set(thumbnail: number)
    }
    attempt { () throws(InvalidListing) in try plan.check(money) }
    guard faults.isEmpty else { throw InvalidListing(faults) }
  }
}
