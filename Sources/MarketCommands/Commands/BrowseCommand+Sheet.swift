import CommandLanguage
import FullScreen
import ListingChanges
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession
import Synchronization
import TerminalKit

// The sheet: cells that are changed in place and sent as one batch.
extension BrowseCommand {
  static let sheet = Flag("sheet", help: "your listings as a sheet whose cells can be changed")

  /// Shows the sheet until the seller leaves it.
  ///
  /// - Returns: what is still to be sent; nil if nothing is.
  static func showSheet(
    _ list: BrowsePlace.List, marked: Set<Int> = [], in context: CommandContext
  ) async throws -> Message? {
    let window = await WindowContext(withPictures: context)
    let store = try SheetStore(context.market)
    var place = SheetPlace(list)
    try store.read(into: &place)
    for row in list.rows.values where marked.contains(row.product.id) {
      place.marked[row.product.id] = row
    }
    var status: Message?
    while true {
      let left = try await SheetWindow(
        window, rules: SheetCells(context: context).rules, save: store.save
      ).run(place, saying: status)
      place = left.place
      try store.save(place)
      guard left.end != .quit else { break }
      do {
        status =
          if case .sale(let words, let listings) = left.end {
            try await planSale(words, of: listings, in: context)
          } else {
            try await send(&place, in: context)
          }
      } catch let error as CancellationError {
        throw error
      } catch {
        status = ErrorReport(error, at: try? context.market.profile()).message
      }
      try store.save(place)
    }
    let count = place.changes.count
    guard count > 0 else { return nil }
    let command = context.typedCommand.line("\(spec.name) \(sheet.facts.shown)")
    return Message(
      count: count, one: "1 change is kept and not sent; \(command: command) goes on with it.",
      other: "\(count) changes are kept and not sent; \(command: command) goes on with them.")
  }

  /// Plans a sale, as `sale` does.
  ///
  /// - Parameter words: the discount and the times, as they were typed.
  private static func planSale(
    _ words: String, of listings: [Int], in context: CommandContext
  ) async throws -> Message? {
    guard case .complete(let commands) = Tokenizer.read(words), commands.count == 1 else {
      throw InvalidListing([.rule("name a discount and its end, such as 20% --until sun")])
    }
    let typed = try Variables().words(of: commands[0]).map(\.text)
    do {
      let command = try BrowseOperations.parsed(
        SaleCommand.self, listings.map(String.init) + typed, in: context
      ).checked()
      let output = try await SaleCommand.run(command.input, in: context)
      context.remember(output)
      guard case .reply(let reply) = output else {
        return "The sale is planned; \(command: "sales") lists it."
      }
      return reply.text
    } catch SellerError.declined {
      return "Nothing was planned."
    }
  }

  /// Plans the changes as the listings are now, asks, and sends them.
  ///
  /// - Parameter place: what is done is dropped from it, and what failed says why.
  /// - Returns: what became of them.
  private static func send(
    _ place: inout SheetPlace, in context: CommandContext
  ) async throws -> Message {
    let plannedAt = context.environment.now()
    var seen = place
    let shown = try await planned(&seen, in: context)
    guard !shown.edited.isEmpty else {
      place = seen
      return shown.left.isEmpty ? "Nothing was sent." : .list(shown.left, .sentences)
    }
    do {
      let confirmation = try await plan(shown.edited, in: context).confirmation
      try await context.writer.confirm(confirmation, WriteTerms(isAnswered: false))
    } catch SellerError.declined {
      place = seen
      return "Nothing was sent."
    }
    // Others may have changed something while the plan was on the screen.
    let (edited, left) = try await planned(&place, in: context)
    guard !edited.isEmpty else { return .list(left, .sentences) }
    let all = try await carryOut(
      try await plan(edited, in: context), plannedAt: plannedAt, in: context)
    let count = finish(all, edited, &place.changes, in: context)
    return .list(result(of: edited.count, done: count) + left, .sentences)
  }

  private static func plan(
    _ edited: [EditCommand.Edited], in context: CommandContext
  ) async throws -> WritePlan {
    let found = OwnTargets(edited.map(\.plan.before))
    let ids = edited.map { String($0.plan.before.id) }
    let input = BrowseOperations.parsed(EditCommand.self, ids, in: context).input
    var plan = try await EditCommand.plan(edited, of: found, input, in: context)
    plan.command = { "\(spec.name) \(sheet.facts.shown)" }
    plan.keepsGoing = true
    plan.confirmation.mustAsk = true
    return plan
  }

  /// Sends the changes; an error counts only if nothing was tried.
  private static func carryOut(
    _ plan: WritePlan, plannedAt: WireDate, in context: CommandContext
  ) async throws -> [ChangeOutcome] {
    let outcomes = Mutex<[ChangeOutcome]>([])
    do {
      let output = try await BatchRunner(context: context).run(
        plan, plannedAt: plannedAt, asksName: true
      ) { outcome in outcomes.withLock { $0.append(outcome) } }
      context.remember(output)
    } catch {
      guard outcomes.withLock({ !$0.isEmpty }) else { throw error }
    }
    return outcomes.withLock { $0 }
  }

  private static func result(of all: Int, done count: Int) -> [Message] {
    var said: [Message] = []
    if count > 0 {
      said.append(
        Message(
          count: count, one: "Changed 1 listing; \(command: "undo") takes it back.",
          other: "Changed \(count) listings; \(command: "undo") takes them back."))
    }
    if all > count {
      said.append(
        Message(
          count: all - count, one: "1 was not changed; its cells say why.",
          other: "\(all - count) were not changed; their cells say why."))
    }
    return said
  }

  /// The changes that can be sent; cells that others have changed meanwhile stay in the sheet, and
  /// those of listings that are gone do not.
  private static func planned(
    _ place: inout SheetPlace, in context: CommandContext
  ) async throws -> (edited: [EditCommand.Edited], left: [Message]) {
    let cells = SheetCells(context: context)
    let products = try await NotebookListings(context.listings)
      .products(place.changes.cells.keys.sorted(by: >))
    let rows = context.market.rows(products.values.compactMap(\.self))
    var edited: [EditCommand.Edited] = []
    var conflicts = 0
    var left: [Message] = []
    for row in rows.sorted(by: { $0.product.id > $1.product.id }) {
      let id = row.product.id
      var texts = place.changes.texts(of: id)
      for column in SheetColumn.allCases {
        guard let cell = place.changes.cells[id]?[column] else { continue }
        let now = cells.text(row, column)
        place.changes.drop(SheetChanges.Place(id, column), ifDoneBy: now)
        if now != cell.old { texts[column] = nil }
        if now != cell.old, now != cell.new { conflicts += 1 }
      }
      switch cells.edit(row.product, texts) {
      case .success(let plan):
        var one = EditCommand.Edited(plan: plan, oldCode: row.code)
        if let code = texts[.code] { one.code = .some(code.isEmpty ? nil : code) }
        if !one.plan.fields.isEmpty || one.code != nil { edited.append(one) }
      case .failure(let fault):
        place.changes.fail(id, fault.text)
        left.append("\(id): \(fault.text)")
      }
    }
    if conflicts > 0 {
      left.append(
        Message(
          count: conflicts, one: "Others have changed 1 cell meanwhile; it was left.",
          other: "Others have changed \(conflicts) cells meanwhile; they were left."))
    }
    return (edited, left + dropGone(products.filter { $0.value == nil }.map(\.key), &place))
  }

  private static func dropGone(_ ids: [Int], _ place: inout SheetPlace) -> [Message] {
    for id in ids {
      for column in place.changes.cells[id]?.keys ?? [:].keys {
        place.changes.drop(SheetChanges.Place(id, column))
      }
      place.marked[id] = nil
    }
    return ids.sorted().map { "Listing \($0) does not exist any more." }
  }

  /// Drops what was done. Returns the number of listings.
  private static func finish(
    _ outcomes: [ChangeOutcome], _ edited: [EditCommand.Edited], _ changes: inout SheetChanges,
    in context: CommandContext
  ) -> Int {
    let market = try? context.market.profile()
    var done = 0
    for outcome in outcomes {
      guard let id = outcome.change.before?.id else { continue }
      if outcome.hasHappened {
        done += 1
        let sent = edited.first { $0.plan.before.id == id }
        for (column, _) in changes.cells[id] ?? [:] where sent?.sends(column) == true {
          changes.drop(SheetChanges.Place(id, column))
        }
      } else if let error = outcome.error {
        changes.fail(id, ErrorReport(error, at: market).message)
      }
    }
    return done
  }
}

extension EditCommand.Edited {
  /// Whether the value of a column is sent.
  fileprivate func sends(_ column: SheetColumn) -> Bool {
    switch column {
    case .code: code != nil
    case .name: plan.fields.name != nil
    case .price: plan.fields.price != nil
    case .sale: plan.fields.discount != nil
    case .stock: plan.fields.stock != nil
    case .description: plan.fields.description != nil
    }
  }
}
