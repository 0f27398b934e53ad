import CommandLanguage
import Foundation
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
      Each sale is one batch, which undo takes back. A listing is left alone if its price was \
      changed before the sale began, or its discount since it was planned. What could not be sent \
      is tried again the next time. Where there is no systemd, cron calls it: */5 * * * * market \
      tick
      """,
    effect: .writesListings, traits: [.isNotForFiles, .isNeverProposed], grammar: [installTimer],
    examples: ["tick"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    if input[installTimer] { return try await SaleTimer(context: context).install() }
    return try await tick(in: context)
  }

  /// Carries out what is due: ends first, for another sale may begin where one ends.
  static func tick(in context: CommandContext) async throws -> Output {
    let store = try SaleStore(context.market)
    let now = context.environment.now()
    let due = try store.sales().compactMap { sale in sale.due(at: now).map { (sale, $0) } }
    var said: [Message] = []
    var failure: (any Error)?
    for (sale, state) in due.filter({ $0.1 == .ended }) + due.filter({ $0.1 == .running }) {
      do {
        said += try await carryOut(sale, to: state, store, in: context)
      } catch {
        let report = ErrorReport(error, at: try? context.market.profile())
        let isAboutAccount = (error as? SellerError)?.isAboutAccount ?? false
        // The other sales would fail the same way.
        if [.unreachable, .interrupted].contains(report.exitCode) || isAboutAccount {
          failure = error
          break
        }
        if failure != nil { context.console.report("\(report.message)") }
        failure = failure ?? error
      }
    }
    if let failure {
      for message in said { context.console.report(message) }
      throw failure
    }
    return .reply(said.isEmpty ? "No sale is due." : .list(said, .lines))
  }

  /// Sets the discounts of a sale, or takes back those that it has set.
  private static func carryOut(
    _ sale: Sale, to state: Sale.State, _ store: SaleStore, in context: CommandContext
  ) async throws -> [Message] {
    var sale = sale
    let begins = state == .running
    guard begins || sale.hasBegun else {
      sale.state = .ended
      try store.update(sale)
      return ["Sale \(sale.number) was over before it began."]
    }
    let (edited, left) = try await plan(sale, begins: begins, in: context)
    if !edited.isEmpty { try await send(edited, &sale, begins: begins, store, in: context) }
    sale.state = sale.hasBegun ? state : .ended
    try store.update(sale)
    var said: [Message] = [
      !begins
        ? "Sale \(sale.number) ended."
        : sale.hasBegun
          ? "Sale \(sale.number) began."
          : "Sale \(sale.number) did not begin: there was nothing to change."
    ]
    if !left.isEmpty {
      let ids = left.prefix(20).map(String.init).joined(separator: ", ")
      let list = left.count > 20 ? "\(ids), …" : ids
      said.append(
        Message(
          count: left.count,
          one: "1 listing was changed meanwhile and left alone: \(formatted: list).",
          other:
            "\(left.count) listings were changed meanwhile and left alone: \(formatted: list)."))
    }
    return [.list(said, .sentences)]
  }

  /// What a sale changes, and the listings that it leaves alone.
  private static func plan(
    _ sale: Sale, begins: Bool, in context: CommandContext
  ) async throws -> (edited: [EditCommand.Edited], left: [Int]) {
    let products = try await NotebookListings(context.listings).products(sale.items.map(\.listing))
    var edited: [EditCommand.Edited] = []
    var left: [Int] = []
    // A discount that the seller has set stays, even if it is the same.
    for item in sale.items where begins || item.isSet {
      guard let product = products[item.listing] ?? nil,
        let (old, new) = amounts(of: item, for: product, begins: begins),
        let off = product.discount?.amount
      else {
        left.append(item.listing)
        continue
      }
      guard off == old, old != new else { continue }
      var plan = EditPlan(product)
      try plan.set(discount: .amount(WrittenAmount(new)), left: nil)
      edited.append(EditCommand.Edited(plan: plan))
    }
    return (edited, left)
  }

  /// The discount that a listing has, and the one that it gets; nil if it was changed meanwhile. A new
  /// price during a sale has changed the discount with it, or not.
  static func amounts(
    of item: Sale.Item, for product: Product, begins: Bool
  ) -> (old: Decimal, new: Decimal)? {
    guard let price = product.price, let off = product.discount?.amount else { return nil }
    if price.amount == item.price || !begins && off == item.during {
      let (old, new) = begins ? (item.before, item.during) : (item.during, item.before)
      return off == old || off == new ? (old, new) : nil
    }
    guard !begins, item.price > 0 else { return nil }
    let shares = [item.during, item.before].map { amount in
      min(Money(amount * price.amount / item.price, price.currency).rounded().amount, price.amount)
    }
    if shares.contains(off) { return (shares[0], shares[1]) }
    return off == item.before ? (item.during, item.before) : nil
  }

  private static func send(
    _ edited: [EditCommand.Edited], _ sale: inout Sale, begins: Bool, _ store: SaleStore,
    in context: CommandContext
  ) async throws {
    guard begins else { return try await send(edited, sale, begins: false, in: context) { _ in } }
    let ids = edited.map(\.plan.before.id)
    // Before anything is sent: this process may be stopped at any time.
    sale.mark(ids, isSet: true)
    try store.update(sale)
    let outcomes = Outcomes()
    do {
      try await send(edited, sale, begins: true, in: context) { outcomes.append($0) }
    } catch {
      let maybeSet = Set(outcomes.all.filter(\.mayHaveHappened).compactMap(\.change.before?.id))
      sale.mark(ids.filter { !maybeSet.contains($0) }, isSet: false)
      try store.update(sale)
      throw error
    }
  }

  private static func send(
    _ edited: [EditCommand.Edited], _ sale: Sale, begins: Bool, in context: CommandContext,
    onChange: @escaping @Sendable (ChangeOutcome) -> Void
  ) async throws {
    let ids = edited.map { String($0.plan.before.id) }
    let input = BrowseOperations.parsed(EditCommand.self, ids, in: context).input
    let found = OwnTargets(edited.map(\.plan.before))
    var plan = try await EditCommand.plan(edited, of: found, input, in: context)
    let (number, beginCommand) = (sale.number, sale.beginCommand)
    plan.command = {
      begins ? beginCommand : "tick, end of sale \(number)"
    }
    plan.keepsGoing = true
    // A resumed batch must not begin a sale that is over.
    plan.changesRelatively = true
    plan.isTriedAgain = true
    let output = try await BatchRunner(context: context).run(
      plan, plannedAt: context.environment.now(), asksName: false, onChange: onChange)
    context.remember(output)
  }
}
