import CommandLanguage
import Formatting
import Foundation
import ListingChanges
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession

enum SaleCommand: Command {
  static let words = Argument<[SaleWord]>(
    "listing", help: "a discount such as 20%, and such as 12, 12,15, 12..20, @MUG-01 or @MUG-*"
  ).role(.targets)
  static let from = Option<SaleMoment?>(
    "begin", otherNames: ["from"],
    help: "when it begins, such as \"fri 10:00\" or 12/24; now without it")
  static let until = Option<SaleMoment?>(
    "until", help: "when it ends; a day without a time counts in full")

  static let spec = CommandSpec(
    "sale", aliases: ["세일"], group: .sell,
    summary: "Plan a discount that begins and ends by itself",
    discussion: """
      The discount is set at its time, and at its end what it was before comes back. It never \
      raises what buyers pay: a listing with a larger discount stays as it is. What was changed in \
      between is left alone. tick carries out what is due, on this computer, which must be on; \
      tick --install-timer lets the system do it every five minutes and after a start. sales lists \
      sales, and undo takes back what tick did.
      """,
    effect: .writesListings, traits: [.isNotForFiles, .isNeverProposed],
    fields: ListingField.keys,
    grammar: [words, ListingOptions.discount, from, until] + FilterOptions.choosing + [
      WriteOptions.dryRun, WriteOptions.yes, WriteOptions.allow,
    ],
    rules: [
      .atLeastOne([words, ListingOptions.discount], description: "a discount such as 20%"),
      .atLeastOne([until], description: "--until, such as --until sun"),
    ],
    examples: [
      "sale @MUG-01 20% --begin \"fri 10:00\" --until sun --dry-run",
      "sale --mine --discount 1500 --until 12/24 --dry-run",
    ])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let terms = WriteTerms(input)
    try context.checkCanConfirm(spec, terms)
    let input = dated(input, in: context)
    let (from, until) = try times(input, in: context)
    let (discount, targets) = try Self.read(input)
    let found = try await EditCommand.withCurrencyOfAmounts(
      try await context.writer.targets(
        input.setting(ListingTargets.withFilters, to: targets), ListingTargets.withFilters), input,
      in: context)
    let plans = try plans(of: found.products, discount, from, until, in: context)
    guard !plans.isEmpty else {
      return .reply("Nothing to plan: every listing has this discount or a larger one.")
    }
    let warnings = EditCommand.warnings(in: plans, context)
    if terms.isDry {
      var outline = try EditCommand.outline(plans, of: found, warnings, input, [], in: context)
      let times = [from, until].map(context.dates.local)
      outline.notes.append("From \(formatted: times[0]) until \(formatted: times[1]).")
      return .dryRun(outline)
    }
    let same = found.products.count - plans.count
    if same > 0 { context.console.report("\(EditCommand.unchanged(same, input)).") }
    try await context.writer.confirm(
      try confirmation(of: plans, found, warnings, [from, until], in: context), terms)
    let items = plans.map { plan in
      Sale.Item(
        listing: plan.before.id, price: plan.before.price?.amount ?? 0,
        before: plan.before.discount?.amount ?? 0, during: plan.fields.discount ?? 0)
    }
    let number = try SaleStore(context.market).add(
      Sale(command: spec.line(of: input), from: from, until: until, items: items))
    context.console.report(
      """
      Sale \(number) is planned. `\(command: "tick")` begins and ends it, on this computer, which \
      must be on; `\(command: "tick --install-timer")` does that by itself.
      """)
    guard from <= context.environment.now() else { return .none }
    return try await TickCommand.tick(in: context)
  }

  /// The new discounts of the listings that have none as large when the sale begins.
  private static func plans(
    of products: [Product], _ discount: Discount, _ from: WireDate, _ until: WireDate,
    in context: CommandContext
  ) throws -> [EditPlan] {
    let others = try otherSales(in: context)
    return try products.compactMap { product in
      var plan = EditPlan(
        try free(product, of: others[product.id] ?? [], from, until, in: context))
      try plan.set(discount: discount, left: nil, keepsLarger: true)
      try plan.check(context.money)
      return plan.fields.discount == nil ? nil : plan
    }
  }

  /// The sales that have not ended, by their listings.
  private static func otherSales(
    in context: CommandContext
  ) throws -> [Int: [(sale: Sale, item: Sale.Item)]] {
    let sales = try context.sales().filter { $0.state != .ended }
    return Dictionary(
      grouping: sales.flatMap { sale in sale.items.map { (sale: sale, item: $0) } },
      by: \.item.listing)
  }

  /// A listing as it is when a sale begins: without the discount of one that has ended.
  ///
  /// - Parameter sales: the other sales of the listing.
  private static func free(
    _ product: Product, of sales: [(sale: Sale, item: Sale.Item)], _ from: WireDate,
    _ until: WireDate, in context: CommandContext
  ) throws -> Product {
    var product = product
    for (sale, item) in sales {
      guard until <= sale.from || sale.until <= from else {
        let end =
          sale.state == .planned
          ? "sales remove \(sale.number)"
          : try context.beginning(of: sale, onlyUndoable: true).map { "undo batch \($0)" } ?? "undo"
        throw InvalidListing([
          .rule(
            """
            \(product.id) is in sale \(sale.number) until \
            \(formatted: context.dates.local(sale.until)): begin after it, or end it first with \
            `\(command: end)`
            """)
        ])
      }
      guard sale.state == .running,
        let (set, left) = TickCommand.amounts(of: item, for: product, begins: false),
        product.discount?.amount == set, let price = product.price?.amount
      else { continue }
      product.discount?.amount = left
      product.salePrice?.amount = price - left
    }
    return product
  }

  /// The discount, and the listings if they are named.
  private static func read(_ input: Input) throws -> (Discount, [ListingTarget]) {
    var targets: [ListingTarget] = []
    var discounts = [input[ListingOptions.discount]].compactMap(\.self)
    for word in input[words] {
      switch word {
      case .discount(let discount): discounts.append(discount)
      case .target(let target): targets.append(target)
      }
    }
    guard let discount = discounts.first, discounts.count == 1 else {
      throw InvalidListing([
        .rule("name one discount: \(formatted: "20%") or \(command: "--discount 1500")")
      ])
    }
    return (discount, targets)
  }

  private static func confirmation(
    of plans: [EditPlan], _ found: OwnTargets, _ warnings: [ChangeWarning], _ times: [WireDate],
    in context: CommandContext
  ) throws -> WritePlan.Confirmation {
    var confirmation = try EditCommand.confirmation(of: plans, found, warnings, [], in: context)
    let times = times.map(context.dates.local)
    confirmation.question = Message(
      count: plans.count,
      one: "Put 1 listing on sale from \(formatted: times[0]) until \(formatted: times[1])?",
      other:
        "Put \(plans.count) listings on sale from \(formatted: times[0]) until \(formatted: times[1])?"
    )
    confirmation.mustAsk = true
    if plans.count == 1 {
      let changes = plans[0].differences(to: plans[0].after, context.money).map(\.message)
      confirmation.preview = ["\(plans[0].before.idAndName): \(Message.list(changes))"]
    }
    return confirmation
  }

  /// The input with the day on which it ends: the first such day of the week from its beginning on.
  private static func dated(_ input: Input, in context: CommandContext) -> Input {
    let zone = context.environment.timeZone
    let from = input[from]?.date(isEnd: false, in: zone) ?? context.environment.now()
    guard let until = input[until]?.following(from, in: zone) else { return input }
    return input.setting(Self.until, to: until)
  }

  private static func times(
    _ input: Input, in context: CommandContext
  ) throws -> (from: WireDate, until: WireDate) {
    let now = context.environment.now()
    let zone = context.environment.timeZone
    let from = input[from]?.date(isEnd: false, in: zone) ?? now
    let end = input[until]?.date(isEnd: true, in: zone)
    guard let until = end, until > from, until > now else {
      throw InvalidListing([
        .rule("a sale ends after its beginning, and not before now", at: "--until")
      ])
    }
    return (max(from, now), until)
  }
}

/// A word of `sale`: a listing, or a discount in percent.
enum SaleWord: Hashable, ParameterValue {
  case target(ListingTarget)
  case discount(Discount)

  static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    NumberText.plain(word.text).hasSuffix("%")
      ? .discount(try Discount.read(word, in: context))
      : .target(try ListingTarget.read(word, in: context))
  }

  static func readAll(
    _ word: Word, in context: ReadingContext
  ) throws(ValueProblem) -> [SaleWord] {
    if NumberText.plain(word.text).hasSuffix("%") { return [try read(word, in: context)] }
    return try ListingTarget.readAll(word, in: context).map(SaleWord.target)
  }

  static let valueName = ListingTarget.valueName
  static let sample = "20%"
  static let completion = ListingTarget.completion
  static let isList = ListingTarget.isList
  var description: String {
    switch self {
    case .target(let target): target.description
    case .discount(let discount): discount.description
    }
  }

  var written: String {
    switch self {
    case .target(let target): target.written
    case .discount(let discount): discount.written
    }
  }
}
