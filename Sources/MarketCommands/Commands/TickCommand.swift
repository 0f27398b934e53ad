import CommandLanguage
import ListingChanges
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession

enum TickCommand: Command {
  static let installTimer = Flag(
    "install-timer", help: "let the system do it every five minutes and after a start")

  static let spec = CommandSpec(
    "tick", aliases: ["세일실행"], group: .sell, summary: "Begin and end the sales that are due",
    discussion: """
      Each sale is one batch, which undo takes back. A listing whose price or discount was changed \
      since the sale was planned is left alone. What could not be sent is tried again the next \
      time. Where there is no systemd, cron calls it: */5 * * * * market tick
      """,
    effect: .writesListings, traits: [.isNotForFiles, .isNeverProposed], grammar: [installTimer],
    examples: ["tick"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    if input[installTimer] { return try await SaleTimer(context: context).install() }
    return try await tick(in: context)
  }

  /// Carries out what is due.
  static func tick(in context: CommandContext) async throws -> Output {
    let store = try SaleStore(context.market)
    let now = context.environment.now()
    var said: [Message] = []
    for sale in try store.sales() {
      guard let state = sale.due(at: now) else { continue }
      if sale.state == .planned, state == .ended {
        said.append("Sale \(sale.number) was over before it began.")
      } else {
        said += try await carryOut(sale, to: state, in: context)
      }
      try store.set(state, of: sale.number)
    }
    return .reply(said.isEmpty ? "No sale is due." : .list(said, .lines))
  }

  /// Sets the discounts of a sale, or takes them back.
  private static func carryOut(
    _ sale: Sale, to state: Sale.State, in context: CommandContext
  ) async throws -> [Message] {
    let begins = state == .running
    let products = try await NotebookListings(context.listings).products(sale.items.map(\.listing))
    var edited: [EditCommand.Edited] = []
    var left = 0
    for item in sale.items {
      let (old, new) = begins ? (item.before, item.during) : (item.during, item.before)
      guard let product = products[item.listing] ?? nil, product.price?.amount == item.price,
        let off = product.discount?.amount, off == old || off == new
      else {
        left += 1
        continue
      }
      guard off == old, old != new else { continue }
      var plan = EditPlan(product)
      try plan.set(discount: .amount(WrittenAmount(new)), left: nil)
      edited.append(EditCommand.Edited(plan: plan))
    }
    if !edited.isEmpty { try await send(edited, sale, begins: begins, in: context) }
    var said: [Message] = [begins ? "Sale \(sale.number) began." : "Sale \(sale.number) ended."]
    if left > 0 {
      said.append(
        Message(
          count: left, one: "1 listing was changed meanwhile and left alone.",
          other: "\(left) listings were changed meanwhile and left alone."))
    }
    return [.list(said, .sentences)]
  }

  private static func send(
    _ edited: [EditCommand.Edited], _ sale: Sale, begins: Bool, in context: CommandContext
  ) async throws {
    let ids = edited.map { String($0.plan.before.id) }
    let input = BrowseOperations.parsed(EditCommand.self, ids, in: context).input
    let found = OwnTargets(edited.map(\.plan.before))
    var plan = try await EditCommand.plan(edited, of: found, input, in: context)
    plan.command = {
      begins ? sale.beginCommand : "tick, end of sale \(sale.number)"
    }
    plan.keepsGoing = true
    // A resumed batch must not begin a sale that is over.
    plan.changesRelatively = true
    let output = try await BatchRunner(context: context).run(
      plan, plannedAt: context.environment.now(), asksName: false)
    context.remember(output)
  }
}
