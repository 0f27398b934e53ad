import Batches
import CommandLanguage
import Formatting
import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

enum LogCommand: Command {
  static let listing = Argument<ListingTarget?>("listing", help: "only the changes of this listing")
    .role(.targets)
  static let since = Option<CalendarDay?>("since", help: "changes of this day or later")

  static let spec = CommandSpec(
    "log", aliases: ["변경기록", "기록"], group: .sell, summary: "Show what you changed",
    discussion: """
      Every change that this program made for your shop, the newest first, with the values before \
      and after. `undo` takes changes back.
      """,
    effect: .reads, fields: columns.map(\.key), grammar: [listing, since],
    examples: ["log", "log @MUG-01", "log --since yesterday"])

  private static let columns: [PlainTable.Column] = [
    .init("time", title: "time", dropOrder: 1),
    .init("batch", title: "batch", alignment: .trailing, dropOrder: 2),
    .init("action", title: "action"),
    .init("listing", title: "listing", alignment: .trailing),
    .init("change", title: "change", wraps: true),
    .init("undone_by", title: "undone by", alignment: .trailing, dropOrder: 0),
  ]

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    var filter = try context.changeFilter()
    if let target = input[listing] {
      filter = try context.changeFilter(ofListing: try context.listings.id(of: target))
    }
    if let day = input[since] {
      filter.since = day.start(in: context.environment.timeZone).map {
        .milliseconds(WireDate($0).milliseconds)
      }
    }
    let changes = try context.market.journal.changes(filter)
    let dates = context.dates
    var footer: Message?
    if let id = filter.listing, let last = changes.first {
      footer = try await laterChange(than: last, listing: id, in: context)
    }
    return .table(
      PlainTable(
        columns: columns,
        rows: changes.map { change in
          [
            .time(change.record.sentAt ?? change.batch.plan.plannedAt, dates),
            .integer(change.batch.id), .message(change.step.actionWord),
            .integer(change.record.listing),
            .message(change.step.text(context.money)), undoneBy(change),
          ]
        },
        footer: footer,
        emptyState: EmptyState(reason: "You have changed nothing here yet.", try: "help edit")))
  }

  /// The batch that took a change back; of one that was made again, the batch that did.
  private static func undoneBy(_ change: RecordedChange) -> Cell {
    guard let redone = change.redoneBy else { return .integer(change.undoneBy) }
    return Cell(.null, display: "redone by \(redone)")
  }

  /// Whether others changed the listing after the last change.
  private static func laterChange(
    than last: RecordedChange, listing: Int, in context: CommandContext
  ) async throws -> Message? {
    guard let wanted = last.step.content else { return nil }
    let client = try await context.market.client()
    guard let now = try await context.listings.existing(listing, client) else {
      return "It was removed by others since."
    }
    return wanted.agrees(with: ListingContent(now)) ? nil : "It was changed by others since."
  }
}
