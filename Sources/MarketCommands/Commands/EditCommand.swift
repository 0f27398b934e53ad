/// `edit`: changes some members of one's own listings and leaves the rest alone.
import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import OpenMarketClient

enum EditCommand: Command {
  static let answers = AnswerShape.products

  static let listings = Argument<[ListingTarget]>(
    "listing", help: "ids, ranges such as 12..20, or codes such as @MUG-01", isRequired: true)
  static let price = Option<PriceChange?>("price", help: "a new price, or +10%, -500")
  static let round = Option<WrittenAmount?>(
    "round", help: "round a relative price to this step, such as 100")
  static let stock = Option<StockChange?>("stock", help: "a new number, or +5, -1")
  static let ref = Option<SellerCode?>("ref", help: "your own code for it")
  static let yes = Flag("yes", short: "y", help: "do not ask where many listings change")

  static let changes: [any Parameter] = [
    ListingOptions.name, price, ListingOptions.description, ListingOptions.descriptionFile,
    ListingOptions.discount, ListingOptions.salePrice, ListingOptions.currency, stock,
    ListingOptions.thumbnail, ref,
  ]

  static let spec = CommandSpec(
    "edit", aliases: ["update", "수정"], group: .sell, summary: "Change your listings",
    discussion: """
      One listing is changed without a question; the answer shows the line that turns it back. \
      For several the number is asked for.
      """,
    grammar: [listings] + changes + [round, yes],
    rules: [
      .atLeastOne(changes),
      .atMostOne([ListingOptions.description, ListingOptions.descriptionFile]),
      .atMostOne([ListingOptions.discount, ListingOptions.salePrice]),
    ],
    examples: [
      "edit @MUG-01 --price 11000", "edit 12 --price +10% --round 100 --stock +5",
      "edit 12..20 --discount 10% --yes",
    ])

  static func run(_ input: Input, in session: Session) async throws -> Output {
    let targets = input[listings]
    let mayBeMany = targets.count > 1 || !targets.allSatisfy(\.isSingle)
    if mayBeMany, !input[yes], !session.canAsk {
      throw SellerError.cannotAsk(question: "changing several listings", option: "--yes")
    }
    let plans = try await plans(input, in: session)
    guard !plans.isEmpty else {
      return .message("Nothing to change: every listing already says that.")
    }
    if plans.count > 1 {
      try await session.confirm(
        "Change \(plans.count) listings at \(session.place())?", count: plans.count,
        isAnswered: input[yes])
    }
    let client = try await session.sellingClient()
    let changed = try await session.each(plans, "changed", id: \.before.id) { plan in
      try await change(plan, code: input[ref]?.text, client, in: session)
    }
    return changed.count == 1 ? .change(changed[0]) : .changes(changed)
  }

  /// That the market took the change is never hidden by what fails behind it.
  private static func change(
    _ plan: EditPlan, code: String?, _ client: OpenMarketClient, in session: Session
  ) async throws -> Change {
    var plan = plan
    let product = try await session.activity.show("changing \(plan.before.name)") {
      plan.fields.isEmpty
        ? plan.before : try await client.edit(plan.before.id, plan.fields).value
    }
    var missing = "your number there was not kept"
    do {
      try session.learn(from: product)
      if let code {
        missing = "without its code @\(code)"
        let old = session.row(product).code
        try session.attach(code: code, to: product)
        plan.oldCode = old
      }
    } catch {
      if plan.fields.isEmpty { throw error }
      throw session.partly(
        "changed", product, missing: missing, error,
        retry: code.map { "edit \(product.id) --ref \($0)" }, wayBack: plan.wayBack)
    }
    return Change(
      "changed", session.row(product),
      differences: plan.differences(to: product, money: session.money), wayBack: plan.wayBack)
  }

  /// What will be sent for each listing; everything wrong is told before anything is sent.
  private static func plans(_ input: Input, in session: Session) async throws -> [EditPlan] {
    let found = try await session.ownProducts(input[listings])
    if let code = input[ref] {
      guard found.count == 1 else { throw SellerError.listing([.rule("--ref fits one listing")]) }
      let taken = try session.listing(ofCode: code.text)
      if let taken, taken != found[0].id { throw SellerError.codeTaken(code.text, id: taken) }
    }
    let description = try ListingOptions.description(input, in: session)
    var plans: [EditPlan] = []
    var faults: [ListingFault] = []
    for product in found {
      do throws(SellerError) {
        let plan = try plan(input, product, description)
        if !plan.fields.isEmpty || input.mentions(ref) { plans.append(plan) }
      } catch {
        guard case .listing(let more) = error else { throw error }
        faults += more
      }
    }
    guard faults.isEmpty else { throw SellerError.listing(faults) }
    return plans
  }

  private static func plan(
    _ input: Input, _ product: Product, _ description: String?
  ) throws(SellerError) -> EditPlan {
    var plan = EditPlan(product)
    plan.set(name: input[ListingOptions.name]?.value, description: description)
    try plan.set(
      price: input[price], currency: input[ListingOptions.currency]?.currency,
      step: input[round])
    try plan.set(discount: input[ListingOptions.discount], left: input[ListingOptions.salePrice])
    if let stock = input[stock] { try plan.set(stock: stock) }
    if let number = input[ListingOptions.thumbnail]?.value { try plan.set(thumbnail: number) }
    try plan.check()
    return plan
  }
}
