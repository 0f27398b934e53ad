import Batches
import CommandLanguage
import Formatting
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

enum BatchesCommand: Command {
  static let spec = CommandSpec(
    "batches", aliases: ["작업목록", "배치"], group: .batch, summary: "List batches",
    discussion: """
      A batch is a file or a command that changed listings. `resume` continues an unfinished one, \
      `undo` takes one back.
      """,
    effect: .reads, fields: columns.map(\.key), grammar: [], examples: ["batches"])

  private static let columns: [PlainTable.Column] = [
    .init("batch", title: "batch", alignment: .trailing),
    .init("time", title: "time", dropOrder: 0),
    .init("state", title: "state"),
    .init("steps", title: "steps"),
    .init("command", title: "command", dropOrder: 1),
  ]

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let batches = try context.market.journal.batches()
    let dates = context.dates
    return .table(
      PlainTable(
        columns: columns,
        rows: batches.map { batch in
          [
            .integer(batch.id), .time(batch.plan.plannedAt, dates), .message(state(of: batch)),
            .message(batch.summary), .command(batch.plan.command),
          ]
        },
        emptyState: EmptyState(reason: "No batch has changed anything yet.", try: "help run")))
  }

  static func state(of batch: StoredBatch) -> Message {
    switch batch.state {
    case .open: "unfinished"
    case .ended: "finished"
    case .discarded: "given up"
    }
  }
}

extension Cell {
  /// A moment; people see the time since then.
  static func time(_ date: WireDate?, _ dates: DateText) -> Cell {
    Cell(date.map { .string($0.exactText) } ?? .null, display: date.map(dates.since(moment:)))
  }

  /// A moment, in time since 1970.
  static func time(_ time: Duration?, _ dates: DateText) -> Cell {
    .time(time.map { WireDate($0) }, dates)
  }

  /// A command that people read with the names of their language.
  static func command(_ line: String) -> Cell { Cell(.string(line), display: "\(command: line)") }
}

extension WireDate {
  /// - Parameter time: the time since 1970.
  init(_ time: Duration) {
    let (seconds, attoseconds) = time.components
    self.init(milliseconds: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}
